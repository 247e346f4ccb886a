import type { FastifyReply } from "fastify";
import { ServiceError } from "../../contracts/errors.js";
import type { LongQueue } from "../../runtime/http/long-queue.js";

/**
 * Makes the text of a long answer when the account's turn has come; the turn ends when the text is there. A
 * caller that has waited is authenticated anew, so that a key that was revoked meanwhile reads nothing.
 */
export async function longAnswer(
  longReads: LongQueue,
  accountId: string,
  reply: FastifyReply,
  { make, reauthorize }: { make: () => Promise<string | Buffer>; reauthorize: () => Promise<void> },
): Promise<string | Buffer> {
  const left = new AbortController();
  reply.raw.once("close", () => left.abort(new ServiceError("unavailable", "The caller has left.")));
  const turn = await longReads.begin(accountId, { signal: left.signal });
  try {
    if (turn.hasWaited) await reauthorize();
    const text = await make();
    turn.made(text.length, reply.raw);
    return text;
  } finally {
    turn.end();
  }
}
