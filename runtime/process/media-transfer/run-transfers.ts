import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { type StorageDriver, TooManyBytes } from "../../../plugins/kit/storage-driver.js";
import { GuardedFetchError, guardedFetch, type NetworkPolicy } from "../../http/guarded-fetch/index.js";
import { Arrival } from "./arrival.js";
import type { Event, EventMessage, FailureKind, Order, OrderMessage } from "./messages.js";
import { reasonOf } from "../../errors/reason-of.js";

type Keep = Extract<Order, { verb: "keep" }>;
type Fetch = Extract<Order, { verb: "fetch" }>;
type CopyOut = Extract<Order, { verb: "copyOut" }>;

const COPIED_AT_ONCE_BYTES = 1024 * 1024;

interface Transfer {
  ending: AbortController;
  keep: PromiseWithResolvers<Keep>;
  /** The body of the address; null until its bytes begin to move. */
  arrival: Arrival | null;
  tell(event: Event): void;
}

/**
 * Returns a function that takes orders and carries out their transfers with the driver. The guard checks
 * every hop and every address here, where the connection is made, by a policy that no order can change.
 */
export function runTransfers(
  driver: StorageDriver,
  policy: NetworkPolicy,
  tell: (message: EventMessage) => void,
): (order: OrderMessage) => void {
  const transfers = new Map<number, Transfer>();

  const begin = (id: number, work: (transfer: Transfer) => Promise<number | null>): void => {
    const transfer: Transfer = {
      ending: new AbortController(),
      keep: Promise.withResolvers(),
      arrival: null,
      tell: (event) => tell({ id, ...event }),
    };
    // Whoever awaits the promise sees its rejection; often nobody does, and that must not end the process.
    transfer.keep.promise.catch(() => {});
    transfers.set(id, transfer);
    void work(transfer)
      .then(
        (sizeBytes): Event => ({ event: "done", sizeBytes }),
        (error: unknown): Event => ({
          event: "failed",
          kind: kindOf(error, transfer),
          message: messageOf(error, transfer),
        }),
      )
      .then((last) => {
        transfers.delete(id);
        transfer.tell(last);
      });
  };

  return (order) => {
    const { id } = order;
    const transfer = transfers.get(id);
    if (order.verb === "fetch") begin(id, (begun) => fetch(driver, policy, order, begun));
    else if (order.verb === "copyOut") begin(id, (begun) => copyOut(driver, order, begun));
    else if (order.verb === "keep") transfer?.keep.resolve(order);
    else {
      const reason = new Error("The transfer was ended.");
      transfer?.keep.reject(reason);
      transfer?.ending.abort(reason);
    }
  };
}

async function fetch(
  driver: StorageDriver,
  policy: NetworkPolicy,
  { url }: Fetch,
  transfer: Transfer,
): Promise<number> {
  const { signal } = transfer.ending;
  const { status, headers, body } = await guardedFetch(url, { policy, signal });
  // A body that breaks off while nobody reads it must not end the process.
  body.on("error", () => {});
  try {
    transfer.tell({
      event: "opened",
      head: {
        status,
        contentType: headers["content-type"],
        contentEncoding: headers["content-encoding"],
        contentLength: headers["content-length"],
      },
    });
    const { key, contentType, maxBytes } = await transfer.keep.promise;
    transfer.arrival = new Arrival(body, (bytes) => transfer.tell({ event: "arrived", bytes }));
    const options = { contentType, maxBytes, signal, ownsChunks: true };
    return (await driver.write(key, transfer.arrival.stream, options)).sizeBytes;
  } finally {
    body.destroy();
  }
}

async function copyOut(
  driver: StorageDriver,
  { key, path }: CopyOut,
  { ending: { signal } }: Transfer,
): Promise<number | null> {
  const body = await driver.read(key);
  if (body === null) return null;
  const file = createWriteStream(path, { highWaterMark: COPIED_AT_ONCE_BYTES });
  await pipeline(body, file, { signal });
  return file.bytesWritten;
}

function kindOf(error: unknown, { ending, arrival }: Transfer): FailureKind {
  if (ending.signal.aborted) return "ended";
  if (error instanceof TooManyBytes) return "tooMany";
  if (arrival?.tooSlow) return "unreachable";
  if (arrival?.brokeOff) return "brokeOff";
  return error instanceof GuardedFetchError ? error.reason : "store";
}

function messageOf(error: unknown, { arrival }: Transfer): string {
  if (arrival?.tooSlow) return `The URL is too slow. ${arrival.tooSlow.message}`;
  return reasonOf(error);
}
