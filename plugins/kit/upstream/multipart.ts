import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { ProviderInput } from "../model-provider.js";

/** A field of a form: a text, or a stored file. */
export type FormPart =
  | { name: string; value: string }
  | { name: string; file: ProviderInput; filename: string };

/** A form as it is sent. Files are read while they are sent, so that none is held in memory. */
export interface Multipart {
  contentType: string;
  /** The length of the body, which is known before any file is read. */
  bytes: number;
  /** Returns the body, to be read once. It fails with the error of a file that cannot be read. */
  body(): Readable;
}

/** Returns multipart/form-data (RFC 7578) of the parts in their order. */
export function multipart(parts: readonly FormPart[]): Multipart {
  const boundary = `kiln-${randomBytes(18).toString("hex")}`;
  const heads = parts.map((part) => Buffer.from(headOf(part, boundary)));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const line = Buffer.from("\r\n");
  const sizes = parts.map((part) => ("file" in part ? part.file.sizeBytes : Buffer.byteLength(part.value)));
  const bytes = parts.reduce(
    (sum, _part, at) => sum + (heads[at]?.length ?? 0) + (sizes[at] ?? 0) + 2,
    end.length,
  );
  async function* write(): AsyncGenerator<Uint8Array> {
    for (const [at, part] of parts.entries()) {
      yield heads[at] ?? line;
      if ("file" in part) yield* (await part.file.stream()) as AsyncIterable<Uint8Array>;
      else yield Buffer.from(part.value);
      yield line;
    }
    yield end;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes,
    body: () => Readable.from(write(), { objectMode: false }),
  };
}

function headOf(part: FormPart, boundary: string): string {
  const file =
    "file" in part ? `; filename="${quoted(part.filename)}"\r\nContent-Type: ${part.file.contentType}` : "";
  return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(part.name)}"${file}\r\n\r\n`;
}

/** Escapes a name as browsers do. */
const quoted = (text: string): string =>
  text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
