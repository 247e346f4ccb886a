function isWav(head: Buffer): boolean {
  for (let at = 12; at + 8 <= head.length;) {
    const size = head.readUInt32LE(at + 4);
    if (head.toString("latin1", at, at + 4) === "fmt ")
      return size >= 16 && head.readUInt16LE(at + 10) > 0 && head.readUInt32LE(at + 12) > 0;
    at += 8 + size + (size % 2);
  }
  return false;
}

/**
 * Tells whether FLAC begins with STREAMINFO, which has 34 bytes and a rate of 20 bits after the sizes of
 * blocks and frames.
 */
function isFlac(head: Buffer): boolean {
  return (
    head.length >= 42 &&
    ((head[4] ?? 0) & 0x7f) === 0 &&
    head.readUIntBE(5, 3) === 34 &&
    head.readUIntBE(18, 3) >> 4 > 0
  );
}

const OGG_CODECS = ["\x01vorbis", "OpusHead", "\x7fFLAC", "Speex   ", "\x80theora"];

/** Tells whether the first page begins a stream (flag 2) and holds the head of a known codec. */
function isOgg(head: Buffer): boolean {
  if (head.length < 28 || head[4] !== 0 || ((head[5] ?? 0) & 2) === 0) return false;
  const packet = 27 + (head[26] ?? 0);
  return OGG_CODECS.some((codec) => head.toString("latin1", packet, packet + codec.length) === codec);
}

/** Kilobits a second by index: MPEG-1 (layers I, II, III), then MPEG-2 (layer I, layers II and III). */
const RATES = [
  "32 64 96 128 160 192 224 256 288 320 352 384 416 448",
  "32 48 56 64 80 96 112 128 160 192 224 256 320 384",
  "32 40 48 56 64 80 96 112 128 160 192 224 256 320",
  "32 48 56 64 80 96 112 128 144 160 176 192 224 256",
  "8 16 24 32 40 48 56 64 80 96 112 128 144 160",
].map((rates) => [0, ...rates.split(" ").map(Number)]);
const HERTZ = [44_100, 48_000, 32_000];

/**
 * Returns the bytes of the frame that begins at `at`, 0 where the frame does not give its length, or null
 * where no frame begins.
 */
function mpegFrame(head: Buffer, at: number): number | null {
  const [sync = 0, kind = 0, rates = 0] = head.subarray(at, at + 3);
  const [version, layer] = [(kind >> 3) & 3, 4 - ((kind >> 1) & 3)];
  const hertz = HERTZ[(rates >> 2) & 3];
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0 || version === 1 || layer === 4) return null;
  if (hertz === undefined || rates >> 4 === 15) return null;
  const isFirst = version === 3;
  const bits = 1000 * (RATES[isFirst ? layer - 1 : layer === 1 ? 3 : 4]?.[rates >> 4] ?? 0);
  const rate = hertz / (isFirst ? 1 : version === 2 ? 2 : 4);
  const padding = (rates >> 1) & 1;
  if (bits === 0) return 0;
  if (layer === 1) return 4 * (Math.floor((12 * bits) / rate) + padding);
  return Math.floor(((layer === 3 && !isFirst ? 72 : 144) * bits) / rate) + padding;
}

function isAdts(head: Buffer, isWhole: boolean): boolean {
  if (head.length < 7 || ((head[2] ?? 0) >> 2) % 16 >= 13) return false;
  const length = (head.readUIntBE(3, 3) >> 5) & 0x1fff;
  return length >= 7 && followed(head, { from: 0, length, isWhole });
}

/** Tells whether a frame is whole and is followed directly by another frame or by nothing. */
function followed(
  head: Buffer,
  { from, length, isWhole }: { from: number; length: number; isWhole: boolean },
): boolean {
  const next = from + length;
  if (length === 0) return head.length - from > 4;
  if (next > head.length) return !isWhole;
  const [sync = 0xff, kind = 0xe0] = head.subarray(next, next + 2);
  // A tag of ID3's first version ends a file.
  return (sync === 0xff && (kind & 0xe0) === 0xe0) || head.toString("latin1", next, next + 3) === "TAG";
}

/**
 * Tells whether a frame's head has a version, a layer, a bit rate and a sample rate. ID3 tags of any length
 * may come before it.
 */
function isMpeg(head: Buffer, isWhole: boolean): boolean {
  let at = 0;
  while (head.toString("latin1", at, at + 3) === "ID3") {
    if (at + 10 > head.length) return false;
    const [a = 0, b = 0, c = 0, d = 0] = head.subarray(at + 6, at + 10);
    if ([a, b, c, d].some((byte) => byte > 0x7f)) return false;
    at += 10 + ((a << 21) | (b << 14) | (c << 7) | d);
  }
  // A tag with a picture may be longer than the head.
  if (at >= head.length) return at > 0 && !isWhole;
  // Some encoders leave a few empty bytes after the tag.
  while (at < head.length && head[at] === 0) at += 1;
  const length = mpegFrame(head, at);
  return length !== null && followed(head, { from: at, length, isWhole });
}

/**
 * Checks by format that the head of a sound has what a decoder begins with: a rate and channels, or a first
 * frame.
 */
export const SOUND_HEADS: Readonly<Record<string, (head: Buffer, isWhole: boolean) => boolean>> = {
  wav: isWav,
  flac: isFlac,
  ogg: isOgg,
  mpeg: isMpeg,
  adts: isAdts,
};
