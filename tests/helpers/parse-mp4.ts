export interface ParsedTrack {
  handler: string;
  codec: string;
  width: number;
  height: number;
  seconds: number;
  samples: Buffer[];
}

export interface ParsedMp4 {
  seconds: number;
  tracks: ParsedTrack[];
}

/**
 * Reads an MP4 file by ISO/IEC 14496-12 with no code of the writer under test. It follows each sample table and throws when a
 * box, a duration or a sample does not fit.
 */
export function parseMp4(bytes: Buffer): ParsedMp4 {
  const top = children(bytes);
  if (top[0]?.type !== "ftyp") throw new Error("ftyp is not first");
  const moov = only(top, "moov");
  const mvhd = only(children(moov), "mvhd");
  const mdat = only(top, "mdat");
  const mediaStart = mdat.byteOffset - bytes.byteOffset;
  const isInside = (from: number, size: number) =>
    from >= mediaStart && from + size <= mediaStart + mdat.length;
  const tracks = all(children(moov), "trak").map((trak) =>
    parseTrack(trak, (from, size) => {
      if (!isInside(from, size)) throw new Error(`sample at ${from} is outside mdat`);
      return bytes.subarray(from, from + size);
    }),
  );
  return { seconds: mvhd.readUInt32BE(16) / mvhd.readUInt32BE(12), tracks };
}

function parseTrack(trak: Buffer, read: (from: number, size: number) => Buffer): ParsedTrack {
  const tkhd = only(children(trak), "tkhd");
  const mdia = children(only(children(trak), "mdia"));
  const mdhd = only(mdia, "mdhd");
  const stbl = children(only(children(only(mdia, "minf")), "stbl"));
  const runs = table(only(stbl, "stts"), 4, 2);
  const ticks = runs.reduce((sum, [count = 0, delta = 0]) => sum + count * delta, 0);
  if (ticks !== mdhd.readUInt32BE(16)) throw new Error("stts and mdhd disagree");

  const sizes = sampleSizes(only(stbl, "stsz"));
  if (sizes.length !== runs.reduce((sum, [count = 0]) => sum + count, 0))
    throw new Error("stts and stsz disagree");
  const [[firstChunk, perChunk = 0] = []] = table(only(stbl, "stsc"), 4, 3);
  if (firstChunk !== 1) throw new Error("stsc does not start at 1");
  const samples: Buffer[] = [];
  for (const [offset = 0] of table(only(stbl, "stco"), 4, 1)) {
    let at = offset;
    for (const size of sizes.slice(samples.length, samples.length + perChunk)) {
      samples.push(read(at, size));
      at += size;
    }
  }
  if (samples.length !== sizes.length) throw new Error("stco and stsz disagree");
  return {
    handler: only(mdia, "hdlr").toString("latin1", 8, 12),
    codec: only(stbl, "stsd").toString("latin1", 12, 16),
    width: tkhd.readUInt32BE(76) / 65536,
    height: tkhd.readUInt32BE(80) / 65536,
    seconds: ticks / mdhd.readUInt32BE(12),
    samples,
  };
}

function sampleSizes(stsz: Buffer): number[] {
  const [uniform, count] = [stsz.readUInt32BE(4), stsz.readUInt32BE(8)];
  if (uniform !== 0) return Array.from({ length: count }, () => uniform);
  return table(stsz, 8, 1).flat();
}

/** Reads a counted table of rows of 32-bit numbers. `at` is the position of the count. */
function table(box: Buffer, at: number, columns: number): number[][] {
  const count = box.readUInt32BE(at);
  if (box.length !== at + 4 + count * columns * 4) throw new Error("a table is not as long as it says");
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: columns }, (__, column) => box.readUInt32BE(at + 4 + (row * columns + column) * 4)),
  );
}

interface Box {
  type: string;
  content: Buffer;
}

function children(parent: Buffer): Box[] {
  const found: Box[] = [];
  for (let at = 0; at < parent.length;) {
    const size = parent.readUInt32BE(at);
    if (size < 8 || at + size > parent.length) throw new Error(`a box of ${size} bytes does not fit`);
    found.push({
      type: parent.toString("latin1", at + 4, at + 8),
      content: parent.subarray(at + 8, at + size),
    });
    at += size;
  }
  return found;
}

const all = (boxes: readonly Box[], type: string): Buffer[] =>
  boxes.filter((box) => box.type === type).map(({ content }) => content);

function only(boxes: readonly Box[], type: string): Buffer {
  const [first, ...more] = all(boxes, type);
  if (first === undefined || more.length > 0) throw new Error(`not exactly one ${type}`);
  return first;
}
