import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { type StorageDriver, TooManyBytes } from "../../plugins/kit/storage-driver.js";
import { GuardedFetchError, guardedFetch, type NetworkPolicy } from "../guarded-fetch/index.js";
import { Arrival } from "./arrival.js";
import type { Event, EventMessage, FailureKind, Order, OrderMessage } from "./messages.js";
import { reasonOf } from "../errors/reason-of.js";

type Keep = Extract<Order, { verb: "keep" }>;
type Fetch = Extract<Order, { verb: "fetch" }>;
type CopyOut = Extract<Order, { verb: "copyOut" }>;

const COPIED_AT_ONCE_BYTES = 1024 * 1024;

interface Errand {
  ending: AbortController;
  keep: PromiseWithResolvers<Keep>;
  /** Set once bytes move. */
  arrival: Arrival | null;
  tell(event: Event): void;
}

/**
 * Does errands with a driver; what it gives takes their orders. The guard checks here, where the connection is made, every
 * hop and every address, by a policy that no order can change.
 */
export function runErrands(
  driver: StorageDriver,
  policy: NetworkPolicy,
  tell: (message: EventMessage) => void,
): (order: OrderMessage) => void {
  const errands = new Map<number, Errand>();

  const begin = (id: number, work: (errand: Errand) => Promise<number | null>): void => {
    const errand: Errand = {
      ending: new AbortController(),
      keep: Promise.withResolvers(),
      arrival: null,
      tell: (event) => tell({ id, ...event }),
    };
    // Whoever waits for it hears of it; often nobody does.
    errand.keep.promise.catch(() => {});
    errands.set(id, errand);
    void work(errand)
      .then(
        (sizeBytes): Event => ({ event: "done", sizeBytes }),
        (error: unknown): Event => ({
          event: "failed",
          kind: kindOf(error, errand),
          message: messageOf(error, errand),
        }),
      )
      .then((last) => {
        errands.delete(id);
        errand.tell(last);
      });
  };

  return (order) => {
    const { id } = order;
    const errand = errands.get(id);
    if (order.verb === "fetch") begin(id, (begun) => fetch(driver, policy, order, begun));
    else if (order.verb === "copyOut") begin(id, (begun) => copyOut(driver, order, begun));
    else if (order.verb === "keep") errand?.keep.resolve(order);
    else {
      const reason = new Error("The errand was ended.");
      errand?.keep.reject(reason);
      errand?.ending.abort(reason);
    }
  };
}

async function fetch(
  driver: StorageDriver,
  policy: NetworkPolicy,
  { url }: Fetch,
  errand: Errand,
): Promise<number> {
  const { signal } = errand.ending;
  const { status, headers, body } = await guardedFetch(url, { policy, signal });
  // One that breaks off while nobody reads it must not end the process.
  body.on("error", () => {});
  try {
    errand.tell({
      event: "opened",
      head: {
        status,
        contentType: headers["content-type"],
        contentEncoding: headers["content-encoding"],
        contentLength: headers["content-length"],
      },
    });
    const { key, contentType, maxBytes } = await errand.keep.promise;
    errand.arrival = new Arrival(body, (bytes) => errand.tell({ event: "arrived", bytes }));
    const options = { contentType, maxBytes, signal, ownsChunks: true };
    return (await driver.write(key, errand.arrival.stream, options)).sizeBytes;
  } finally {
    body.destroy();
  }
}

async function copyOut(
  driver: StorageDriver,
  { key, path }: CopyOut,
  { ending: { signal } }: Errand,
): Promise<number | null> {
  const body = await driver.read(key);
  if (body === null) return null;
  const file = createWriteStream(path, { highWaterMark: COPIED_AT_ONCE_BYTES });
  await pipeline(body, file, { signal });
  return file.bytesWritten;
}

function kindOf(error: unknown, { ending, arrival }: Errand): FailureKind {
  if (ending.signal.aborted) return "ended";
  if (error instanceof TooManyBytes) return "tooMany";
  if (arrival?.tooSlow) return "unreachable";
  if (arrival?.brokeOff) return "brokeOff";
  return error instanceof GuardedFetchError ? error.reason : "store";
}

function messageOf(error: unknown, { arrival }: Errand): string {
  if (arrival?.tooSlow) return `The URL is too slow. ${arrival.tooSlow.message}`;
  return reasonOf(error);
}
