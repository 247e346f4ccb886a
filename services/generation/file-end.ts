/** The least size that means "not known", from encoders that cannot go back to the head of a file. */
const NOT_KNOWN = 0x7fff_f000;

/**
 * The bytes of a file's end that are searched: a few encoders and servers append something behind a picture's
 * last part.
 */
const TAIL_BYTES = 4096;
const HEAD_BYTES = 12;

/** The first and last bytes of a file that streams by, and their number. */
export class FileEnd {
  bytes = 0;
  #head = Buffer.alloc(0);
  #tail: Buffer[] = [];
  #tailBytes = 0;

  /** Adds a chunk; keeps only the last chunks, which hold the end. Nobody may change a chunk afterwards. */
  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.#head.length < HEAD_BYTES)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)]);
    const last = chunk.subarray(-TAIL_BYTES);
    this.#tail.push(last);
    this.#tailBytes += last.length;
    for (let first = this.#tail[0]; first !== undefined; first = this.#tail[0]) {
      if (this.#tailBytes - first.length < TAIL_BYTES) return;
      this.#tail.shift();
      this.#tailBytes -= first.length;
    }
  }

  /**
   * Returns the part that a whole file of this type would have and this file lacks, or null where nothing is
   * missing.
   */
  missing(contentType: string): string | null {
    const tail = Buffer.concat(this.#tail);
    const last = LAST_PARTS[contentType];
    if (last !== undefined && !last.isIn(tail)) return `its end (${last.name})`;
    const says = riffBytes(this.#head);
    return says !== null && says > this.bytes
      ? `${says - this.bytes} of the bytes that its head counts`
      : null;
  }
}

interface LastPart {
  name: string;
  isIn(tail: Buffer): boolean;
}

const IEND = Buffer.from("IEND\xae\x42\x60\x82", "latin1");
const EOI = Buffer.from("ffd9", "hex");
const JPEG: LastPart = { name: "EOI", isIn: (tail) => tail.includes(EOI) };

/** The last part of a picture, by content type. */
const LAST_PARTS: Readonly<Record<string, LastPart>> = {
  "image/png": { name: "IEND", isIn: (tail) => tail.includes(IEND) },
  "image/jpeg": JPEG,
  "image/jpg": JPEG,
  "image/gif": { name: "the trailer", isIn: (tail) => tail.findLast((byte) => byte !== 0) === 0x3b },
};

/**
 * Returns the number of bytes that a RIFF file (WebP, WAV, AVI) declares; some encoders count its first eight
 * bytes too.
 */
function riffBytes(head: Buffer): number | null {
  if (head.length < HEAD_BYTES || head.toString("latin1", 0, 4) !== "RIFF") return null;
  const bytes = head.readUInt32LE(4);
  return bytes >= NOT_KNOWN ? null : bytes;
}
