import { readImageBoxes } from "./box-head.js";

interface Size {
  width: number;
  height: number;
}

/**
 * Returns the size that the head of a picture gives, read without decoding anything; null when no decoder
 * could begin with the head, undefined for formats without a reader here.
 */
export function readPictureSize(contentType: string, head: Buffer): Size | null | undefined {
  const read = READERS[contentType];
  if (read === undefined) return undefined;
  try {
    const size = read(head);
    return size !== null && size.width > 0 && size.height > 0 ? size : null;
  } catch {
    // The picture ends before its header does.
    return null;
  }
}

const READERS: Readonly<Record<string, (head: Buffer) => Size | null>> = {
  "image/png": (head) =>
    head.toString("latin1", 12, 16) === "IHDR"
      ? { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
      : null,
  "image/gif": readGif,
  "image/jpeg": readJpeg,
  "image/webp": readWebp,
  "image/avif": readImageBoxes,
  "image/heic": readImageBoxes,
  "image/heif": readImageBoxes,
};

/** Reads the size of a GIF. An image or an extension must follow the size and the colours. */
function readGif(head: Buffer): Size | null {
  const flags = head.readUInt8(10);
  const next = head.readUInt8(13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0));
  if (next !== 0x21 && next !== 0x2c) return null;
  return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
}

function readWebp(head: Buffer): Size | null {
  switch (head.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = head.readUInt32LE(21);
      return head[20] === 0x2f ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : null;
    }
    case "VP8X":
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/**
 * Reads the size of a JPEG: goes from marker to marker up to the frame's. Each marker has its length, so the
 * loop ends.
 */
function readJpeg(head: Buffer): Size | null {
  let at = 2;
  for (;;) {
    if (head.readUInt8(at) !== 0xff) return null;
    const marker = head.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) };
    else if (marker === 0xd9 || marker === 0xda) return null;
    else at += 2 + Math.max(2, head.readUInt16BE(at + 2));
  }
}
