/** File that an attacker made to harm the process that decodes it. */
export interface Bomb {
  name: string;
  contentType: string;
  /** Makes the file. Some take seconds to make, and no run needs all of them. */
  make: Make;
}

type Make = () => Buffer | Promise<Buffer>;

/** Returns a bomb of bytes that are there, or that are made when they are needed. */
export const bombOf = (contentType: string, name: string, bytes: Buffer | Make): Bomb => ({
  name,
  contentType,
  make: typeof bytes === "function" ? bytes : () => bytes,
});

export const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(" ", ""), "hex");

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

export function u16le(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, at * 2);
  return bytes;
}

export function u32le(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, at * 4);
  return bytes;
}

/** Returns pseudo-random bytes, the same ones for the same seed. */
export function noise(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed + 1;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}
