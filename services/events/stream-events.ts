import { type AccountEventType, streamEvents } from "../../contracts/events.js";
import { ServiceError } from "../../contracts/errors.js";
import { grants, type Scope, scopeMessage } from "../../contracts/scopes.js";
import type { Auth } from "../../contracts/auth.js";
import type { EdgeRequest, EdgeRoute } from "../../runtime/http/edge.js";
import type { Host } from "../../runtime/process/host.js";
import { authenticatorOf, credentialOf, unauthenticated } from "../identity/index.js";
import { eventFeedOf, type Listener } from "./event-feed.js";
import { type LoggedEvent, readEvents, readHeads } from "./event-log.repository.js";
import { EventWriter } from "./event-writer.js";

const HEARTBEAT_MS = 15_000;
const BATCH = 200;
/** Milliseconds after which a database that is away is asked again. */
const AGAIN_MS = 1000;

/**
 * Route of `GET /v1/events`, which streams the changes of the account's jobs, transcriptions and runs as long
 * as the client listens.
 */
export const eventsRoute = (host: Host): EdgeRoute => ({
  methods: ["GET"],
  path: streamEvents.rest?.path ?? "",
  handle: (request) => answer(host, request),
});

/** Checks credential (401), scope (403), the bound of streams (429) and a stop of the process (503). */
async function answer(host: Host, request: EdgeRequest): Promise<void> {
  const credential = credentialOf(request.req.headers);
  const auth = await authenticatorOf(host).authenticate(credential);
  if (auth === null) throw unauthenticated(credential.bearer, "key");
  const { scope } = streamEvents;
  if (scope !== null && !grants(auth.scopes, scope)) throw new ServiceError("forbidden", scopeMessage(scope));
  if (host.draining.aborted)
    throw new ServiceError("unavailable", "This process is stopping. Repeat the request.", {
      details: { retryAfterSeconds: 1 },
    });
  const listener = joinFeed(host, auth.accountId);
  try {
    await stream(host, request, auth, listener);
  } finally {
    eventFeedOf(host).leave(listener);
  }
}

/**
 * Adds a stream of an account, which has to leave the feed in the end. Throws `rate_limited` when the account
 * has as many as it may have.
 */
export function joinFeed(host: Host, accountId: string): Listener {
  const listener = eventFeedOf(host).join(accountId);
  if (listener !== null) return listener;
  throw new ServiceError(
    "rate_limited",
    "Your account has as many event streams as it may have here. Close one of them.",
    { details: { retryAfterSeconds: 5 } },
  );
}

async function stream(host: Host, request: EdgeRequest, auth: Auth, listener: Listener): Promise<void> {
  const { res } = request;
  const { accountId } = auth;
  const head = (await readHeads(host.read, [accountId])).get(accountId) ?? 0;
  const given = lastEventId(request);
  const after = given === null ? head : await beginOf(host, accountId, given, head);
  listener.after = after ?? head;
  const ended = new AbortController();
  const end = (): void => {
    ended.abort();
    listener.wakeUp.set();
  };
  // The client may have left while the credential and the head were read.
  if (res.destroyed) return;
  res.once("close", end);
  host.draining.addEventListener("abort", end, { once: true });
  const stopWatching = authenticatorOf(host).watch(auth, end);
  // A client that left while the head was read causes no further event.
  if (res.closed || host.draining.aborted) end();
  const writer = new EventWriter(res, ended.signal);
  const heartbeat = setInterval(() => writer.beat(), HEARTBEAT_MS);
  try {
    writer.begin(request.headers);
    if (after === null) await reset(writer, head);
    else await writer.tell("ready", after, {});
    await follow(host, listener, { writer, hears: heardBy(auth) }, ended.signal);
  } catch (error) {
    // A client that does not read is cut off, and cannot be told of it.
    if (!res.destroyed) throw error;
  } finally {
    clearInterval(heartbeat);
    stopWatching();
    host.draining.removeEventListener("abort", end);
    writer.end();
  }
}

const SCOPES: Readonly<Record<string, Scope>> = {
  generation: "generation:read",
  transcription: "media:read",
  run: "workflows:read",
} satisfies Record<AccountEventType, Scope>;

/** Returns a filter of the events that the credential's scopes can read. */
export const heardBy =
  ({ scopes }: Auth) =>
  ({ type }: LoggedEvent): boolean => {
    const scope = SCOPES[type];
    return scope !== undefined && grants(scopes, scope);
  };

async function follow(
  host: Pick<Host, "read" | "log">,
  listener: Listener,
  { writer, hears }: { writer: EventWriter; hears: (event: LoggedEvent) => boolean },
  ended: AbortSignal,
): Promise<void> {
  while (!ended.aborted) {
    listener.wakeUp.takeSignal();
    const events = await readEvents(host.read, listener.accountId, listener.after, BATCH).catch(
      (error: unknown) => {
        host.log.debug({ err: error }, "events could not be read");
        return "away" as const;
      },
    );
    if (ended.aborted) return;
    if (events === "away") await listener.wakeUp.wait(AGAIN_MS);
    else if (events === null) await skip(host, listener, writer);
    else if (events.length === 0) await listener.wakeUp.wait(HEARTBEAT_MS);
    else {
      await writer.send(events.filter(hears));
      listener.after = events.at(-1)?.revision ?? listener.after;
    }
  }
}

/** Continues at the head after events were removed that this stream had not read. */
async function skip(host: Pick<Host, "read">, listener: Listener, writer: EventWriter): Promise<void> {
  listener.after = (await readHeads(host.read, [listener.accountId])).get(listener.accountId) ?? 0;
  await reset(writer, listener.after);
}

const reset = (writer: EventWriter, revision: number): Promise<void> =>
  writer.tell("reset", revision, {
    reason:
      "Events after your Last-Event-ID are not kept any more. Read your jobs, transcriptions and runs anew.",
  });

function lastEventId({ req, query }: EdgeRequest): string | null {
  const header = req.headers["last-event-id"];
  const given = typeof header === "string" && header !== "" ? header : query.get("lastEventId");
  return given === "" ? null : given;
}

/**
 * Returns the revision that a client continues from; null when it has missed events that are not kept any
 * more.
 */
async function beginOf(
  { read }: Pick<Host, "read">,
  accountId: string,
  given: string,
  head: number,
): Promise<number | null> {
  const after = revisionOf(given, head);
  if (after === null || after === head) return after;
  return (await readEvents(read, accountId, after, 1)) === null ? null : after;
}

/**
 * Returns the revision of an event id; null for a text that was never an event's id here, whose client has
 * missed all events since.
 */
function revisionOf(given: string, head: number): number | null {
  if (!/^\d{1,15}$/.test(given)) return null;
  return Number(given) <= head ? Number(given) : null;
}
