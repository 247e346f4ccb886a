import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { ProviderInput } from "../model-provider.js";

/** A stored file in a value that is sent as JSON, in which it is a text of base64. */
export class Base64File {
  readonly file: ProviderInput;

  constructor(file: ProviderInput) {
    this.file = file;
  }
}

/** JSON as it is sent. Its files are read while they are sent, one after the other, so that none is retained in memory. */
export interface JsonBody {
  /** The length of the body, which is known before any file is read. */
  bytes: number;
  /** Returns the body, to be read once. It fails with the error of a file that cannot be read. */
  body(): Readable;
}

/** Returns a value as JSON: a text, or a stream where the value has files. */
export function jsonBody(value: unknown): string | JsonBody {
  const files: ProviderInput[] = [];
  // Nobody can guess the mark, so no text of the value contains it.
  const mark = `kiln-${randomBytes(18).toString("hex")}`;
  const text = JSON.stringify(value, (_key, each: unknown) => {
    if (!(each instanceof Base64File)) return each;
    files.push(each.file);
    return mark;
  });
  if (files.length === 0) return text;
  const between = text.split(mark).map((part) => Buffer.from(part));
  const last = between.at(-1) ?? Buffer.alloc(0);
  async function* write(): AsyncGenerator<Uint8Array> {
    for (const [at, file] of files.entries()) {
      yield between[at] ?? last;
      yield* base64Of(file);
    }
    yield last;
  }
  return {
    bytes:
      between.reduce((sum, part) => sum + part.length, 0) +
      files.reduce((sum, { sizeBytes }) => sum + 4 * Math.ceil(sizeBytes / 3), 0),
    body: () => Readable.from(write(), { objectMode: false }),
  };
}

/** Reads a file as base64. Three bytes are four characters, so what is over waits for the next chunk. */
async function* base64Of(file: ProviderInput): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = Buffer.alloc(0);
  for await (const chunk of (await file.stream()) as AsyncIterable<Uint8Array>) {
    const all = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    const whole = all.length - (all.length % 3);
    if (whole > 0) yield Buffer.from(all.toString("base64", 0, whole), "latin1");
    rest = all.subarray(whole);
  }
  if (rest.length > 0) yield Buffer.from(Buffer.from(rest).toString("base64"), "latin1");
}
