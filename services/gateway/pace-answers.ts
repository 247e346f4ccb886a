import type { FastifyInstance, FastifyReply } from "fastify";
import { inPieces, PIECE_BYTES } from "../../runtime/send-in-pieces.js";

/**
 * Has long answers given to their connections in pieces, as unread ones until they are taken, whatever route made them. Called
 * behind whatever else changes answers, such as their compression.
 */
export function paceAnswers(app: FastifyInstance): void {
  app.addHook("onSend", (_request, reply, payload, done) => done(null, paced(reply, payload)));
}

function paced(reply: FastifyReply, payload: unknown): unknown {
  const isText = typeof payload === "string";
  if (!(isText || Buffer.isBuffer(payload)) || payload.length <= PIECE_BYTES) return payload;
  const body = isText ? Buffer.from(payload) : payload;
  void reply.header("content-length", body.length);
  return inPieces(reply.raw, body);
}
