import type { IncomingMessage } from "node:http";
import { invalidParams } from "../../contracts/errors.js";
import { Bodies } from "./bodies.js";
import { clientNetwork } from "./client-network.js";
import { giveUpBody } from "./end-unread.js";
import { askForBody } from "./expect-continue.js";
import { Pace } from "./pace.js";

/** Whether a request says itself that its body is longer than `maxBytes`. */
export const declaresOver = ({ headers }: Pick<IncomingMessage, "headers">, maxBytes: number): boolean =>
  Number(headers["content-length"] ?? 0) > maxBytes;

/** Of this process. */
const ours = new Bodies();

/** What comes of a body beyond these flows at a rate that all such bodies share: at full speed a few would keep the event loop. */
const FREE_BYTES = 512 * 1024;
const pace = new Pace({ rate: 32 * 1024 * 1024, burst: 32 * 1024 * 1024 });

export interface ReadOptions {
  /** Whose body it is, an account; without one it is its sender's. */
  owner?: string;
  bodies?: Bodies;
}

/**
 * The body of a request, counted while it comes. Over `maxBytes`, declared or sent: throws what `tooLarge` makes, and
 * leaves the rest unread, for the sender has yet to see the answer. So does what comes too slowly (invalid_params), and
 * what there is no room for (unavailable).
 * Throws invalid_params when the client leaves in the middle of its body: nothing of the inside went wrong.
 */
export async function readBytes(
  req: IncomingMessage,
  maxBytes: number,
  tooLarge: () => Error,
  { owner = clientNetwork(req.socket.remoteAddress ?? ""), bodies = ours }: ReadOptions = {},
): Promise<Buffer> {
  if (declaresOver(req, maxBytes)) throw tooLarge();
  askForBody(req);
  const chunks: Buffer[] = [];
  let size = 0;
  // by events: an iterator with its promises is a good part of the work of a short answer
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      body.close();
      pace.forget(req);
      return req.off("data", take).off("end", end).off("close", leave);
    };
    const refuse = (why: Error): void => {
      stop().pause();
      giveUpBody(req);
      reject(why);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxBytes) return refuse(tooLarge());
      if (size > FREE_BYTES) pace.count(req, chunk.length);
      body.add(chunk.length);
    };
    const end = (): void => {
      stop();
      resolve();
    };
    const leave = (): void => {
      stop();
      reject(invalidParams("The body ended early."));
    };
    const body = bodies.open(owner, refuse);
    if (req.destroyed) return leave();
    req.on("data", take).on("end", end).on("close", leave);
  });
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}
