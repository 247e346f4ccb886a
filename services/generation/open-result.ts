import { Readable } from "node:stream";
import type { ProviderOutput } from "../../plugins/kit/model-provider.js";
import { atMinimalRate, rateWithin, TooSlow } from "../../runtime/http/minimal-rate.js";
import { FileEnd } from "./file-end.js";
import { fetchResult, type Reach, ResultNotFetched, ResultRefused } from "./fetch-result.js";
import { isDecodable } from "./is-decodable.js";
import { mediaTypeOf } from "./media-type.js";
import { mostBytes } from "./result-rules.js";
import { reasonOf } from "../../runtime/errors/reason-of.js";

/** The bytes of a head; the descriptions before a picture may be long. */
const HEAD_BYTES = 256 * 1024;

/** The error for a result that is wrong and would be wrong again. */
export class WrongResult extends Error {
  override readonly name = "WrongResult";
}

/** The error for a result whose bytes came in part or not at all; another fetch may give the rest. */
export class ResultBrokeOff extends Error {
  override readonly name: string = "ResultBrokeOff";
}

/**
 * The error for a transfer that ended normally with an empty file or one that lacks its end: either the file
 * or the transfer was cut.
 */
export class ResultCut extends ResultBrokeOff {
  override readonly name = "ResultCut";
}

/** Where a result may be fetched from, and how slowly it may come. */
export interface ResultReach extends Reach {
  /** The milliseconds after which a result that comes too slowly has broken off. */
  stallMs: number;
}

export interface OpenResult {
  /** The content type by the result's first bytes. */
  contentType: string;
  maxBytes: number;
  /**
   * The bytes of the result. The stream throws ResultBrokeOff, also for a file that lacks its end, and
   * WrongResult for more bytes than `maxBytes`.
   */
  body: Readable;
}

/**
 * Opens a result and checks its first bytes before any of them is stored: it must be declared as media of one
 * of these kinds, be so by its bytes, and have a readable head. Throws WrongResult, ResultNotFetched,
 * ResultRefused, ResultBrokeOff.
 */
export async function openResult(
  { contentType, body }: ProviderOutput,
  kinds: readonly string[],
  reach: ResultReach,
  signal: AbortSignal,
): Promise<OpenResult> {
  const declared = kindOf(contentType);
  if (!kinds.includes(declared))
    throw new WrongResult(`it is declared as ${contentType.slice(0, 100)}, not as ${kinds.join(" or ")}`);
  const source = body instanceof URL ? await fetchResult(body, reach, signal) : body;
  const chunks = source instanceof Readable ? arriving(source, reach.stallMs) : once(source);
  const { head, rest } = await peek(chunks);
  const isOpen = checkHead(head, contentType, kinds);
  if (isOpen instanceof Error) {
    await chunks.return(undefined);
    throw isOpen;
  }
  const { type, kind } = isOpen;
  return { contentType: type, maxBytes: mostBytes(kind), body: Readable.from(counted(rest, kind, type)) };
}

export const kindOf = (contentType: string): string =>
  contentType.split("/", 1)[0]?.trim().toLowerCase() ?? "";

function checkHead(
  head: Buffer,
  declared: string,
  kinds: readonly string[],
): { type: string; kind: string } | WrongResult | ResultBrokeOff {
  if (head.length === 0) return new ResultCut("it is empty");
  const type = mediaTypeOf(declared, head);
  if (type === null)
    return new WrongResult(
      `it is declared as ${declared.slice(0, 100)} and is no media by its bytes (${head.subarray(0, 8).toString("hex")} …)`,
    );
  const kind = kindOf(type);
  if (!kinds.includes(kind))
    return new WrongResult(`it is declared as ${declared} and is ${type} by its bytes`);
  if (!isDecodable(type, head, head.length < HEAD_BYTES))
    return new WrongResult(`its head is not one of ${type}`);
  return { type, kind };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  if (bytes.length > 0) yield bytes;
}

/** Yields the chunks of a source as bytes. Throws ResultBrokeOff for one that fails, drips or hangs. */
async function* arriving(source: Readable, stallMs: number): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of atMinimalRate(source, rateWithin(stallMs)) as AsyncIterable<unknown>) {
      if (!(chunk instanceof Uint8Array)) throw new WrongResult("its stream gives something else than bytes");
      yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    }
  } catch (error) {
    if (error instanceof WrongResult) throw error;
    const reason = reasonOf(error);
    const what = error instanceof TooSlow ? "it came too slowly" : "it broke off";
    throw new ResultBrokeOff(`${what}: ${reason.slice(0, 200)}`, { cause: error });
  }
}

/** Reads the head; returns it, and a stream of the head with all that follows it. */
async function peek(chunks: AsyncGenerator<Buffer>): Promise<{ head: Buffer; rest: AsyncGenerator<Buffer> }> {
  const read: Buffer[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    read.push(next.value);
    length += next.value.length;
  }
  async function* rest(): AsyncGenerator<Buffer> {
    try {
      yield* read.splice(0);
      yield* chunks;
    } finally {
      await chunks.return(undefined);
    }
  }
  return { head: Buffer.concat(read).subarray(0, HEAD_BYTES), rest: rest() };
}

/**
 * Passes chunks on. Throws WrongResult for more bytes than the kind may have, and ResultCut after the last
 * chunk of a file that lacks its end. A transfer that was cut cannot be told from such a file where no length
 * was declared, or only that of the part that came.
 */
async function* counted(chunks: AsyncGenerator<Buffer>, kind: string, type: string): AsyncGenerator<Buffer> {
  const end = new FileEnd();
  const most = mostBytes(kind);
  for await (const chunk of chunks) {
    end.add(chunk);
    if (end.bytes > most)
      throw new WrongResult(`it is larger than the ${most / 2 ** 20} MB that ${kind} may have`);
    yield chunk;
  }
  const missing = end.missing(type);
  if (missing !== null) throw new ResultCut(`it is not whole: it lacks ${missing}`);
}

export { ResultNotFetched, ResultRefused };
