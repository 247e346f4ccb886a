export interface Size {
  width: number;
  height: number;
}

/**
 * Returns the displayed size of the first track with a size in an MP4 or QuickTime file; null when there is
 * none.
 */
export function readMp4Size(bytes: Buffer): Size | null {
  for (const moov of boxes(bytes, "moov")) {
    for (const trak of boxes(moov, "trak")) {
      for (const tkhd of boxes(trak, "tkhd")) {
        const size = trackSize(tkhd);
        if (size !== null) return size;
      }
    }
  }
  return null;
}

/**
 * Yields the contents of the direct children of one type, up to the first child that does not fit into its
 * parent.
 */
function* boxes(parent: Buffer, wanted: string): Generator<Buffer> {
  let at = 0;
  while (at + 8 <= parent.length) {
    const short = parent.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= parent.length;
    const size = short === 0 ? parent.length - at : isLong ? Number(parent.readBigUInt64BE(at + 8)) : short;
    const head = isLong ? 16 : 8;
    if (size < head || at + size > parent.length) return;
    if (parent.toString("latin1", at + 4, at + 8) === wanted) yield parent.subarray(at + head, at + size);
    at += size;
  }
}

function trackSize(tkhd: Buffer): Size | null {
  const matrixAt = tkhd[0] === 1 ? 52 : 40;
  if (tkhd.length < matrixAt + 44) return null;
  const width = tkhd.readUInt32BE(matrixAt + 36) / 0x10000;
  const height = tkhd.readUInt32BE(matrixAt + 40) / 0x10000;
  if (width < 1 || height < 1) return null;
  const isTurned = tkhd.readInt32BE(matrixAt) === 0; // a quarter turn
  const [across, down] = isTurned ? [height, width] : [width, height];
  return { width: Math.round(across), height: Math.round(down) };
}
