import type { Auth } from "../../contracts/auth.js";
import { type AccountChange, accountChange } from "../../contracts/events.js";
import type { Host } from "../../runtime/process/host.js";
import { eventFeedOf } from "./event-feed.js";
import { readEvents, readHeads } from "./event-log.repository.js";
import { heardBy, joinFeed } from "./stream-events.js";

const BATCH = 200;
const LOOK_MS = 15_000;
/** Milliseconds after which a database that is away is asked again. */
const AGAIN_MS = 1000;

/**
 * Yields the changes of an account that a credential may read, from the moment of the call until the signal;
 * yields null when changes were removed before they were read. Throws `rate_limited` when the account has as
 * many streams as it may have.
 */
export async function listen(
  host: Host,
  auth: Auth,
  ended: AbortSignal,
): Promise<AsyncGenerator<AccountChange | null>> {
  const { accountId } = auth;
  const listener = joinFeed(host, accountId);
  const head = async () => (await readHeads(host.read, [accountId])).get(accountId) ?? 0;
  const wake = () => listener.wakeUp.set();
  const leave = () => {
    ended.removeEventListener("abort", wake);
    eventFeedOf(host).leave(listener);
  };
  ended.addEventListener("abort", wake, { once: true });
  try {
    listener.after = await head();
  } catch (error) {
    leave();
    throw error;
  }
  // A listener whose first change is never requested leaves with the signal.
  ended.addEventListener("abort", leave, { once: true });
  return follow();

  async function* follow(): AsyncGenerator<AccountChange | null> {
    const hears = heardBy(auth);
    try {
      while (!ended.aborted) {
        listener.wakeUp.takeSignal();
        const events = await readEvents(host.read, accountId, listener.after, BATCH).catch(
          () => "away" as const,
        );
        if (ended.aborted) return;
        if (events === "away") await listener.wakeUp.wait(AGAIN_MS);
        else if (events === null) {
          listener.after = await head();
          yield null;
        } else if (events.length === 0) await listener.wakeUp.wait(LOOK_MS);
        else {
          listener.after = events.at(-1)?.revision ?? listener.after;
          yield* events.filter(hears).map(({ data }) => accountChange.parse(JSON.parse(data)));
        }
      }
    } finally {
      leave();
    }
  }
}
