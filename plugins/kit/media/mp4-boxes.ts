/** Returns a box of ISO/IEC 14496-12: its size, its four-letter type and its content. */
export function box(type: string, ...content: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(
    content.reduce((sum, part) => sum + part.length, 8),
    0,
  );
  head.write(type, 4, "latin1");
  return Buffer.concat([head, ...content]);
}

/** Returns a box with version 0 and flags. */
export const fullBox = (type: string, flags: number, ...content: readonly Buffer[]): Buffer =>
  box(type, u32(flags), ...content);

export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32BE(value, at * 4));
  return bytes;
}

export function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => bytes.writeUInt16BE(value, at * 2));
  return bytes;
}

/** The transformation that changes nothing, as mvhd and tkhd store it. */
export const UNITY_MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
