import sharp, { type Sharp } from "sharp";

/** Uncompressed sRGB, with alpha when there are four channels. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 3 | 4;
}

/** Source bytes of one strip: its widening to sixteen bits is JavaScript, a few milliseconds. */
const STRIP_BYTES = 2 ** 20;
/** How many more rows the kernel looks at above and below. */
const MARGIN = 4;

/**
 * Doubles both sides with a Lanczos kernel of three lobes. sharp's own `lanczos3` is bicubic when it
 * enlarges, so the two phases of the kernel run as convolutions: every output pixel lies a quarter of
 * a source pixel left or right of one. Works in strips, so that little is held twice.
 */
export async function doubleLanczos(source: Pixels): Promise<Pixels> {
  const { width, height, channels } = source;
  const lineBytes = width * channels;
  const data = Buffer.allocUnsafe(source.data.length * 4);
  const rows = Math.max(32, Math.floor(STRIP_BYTES / lineBytes));
  for (let top = 0; top < height; top += rows) {
    const bottom = Math.min(height, top + rows);
    const [from, to] = [Math.max(0, top - MARGIN), Math.min(height, bottom + MARGIN)];
    const lines = source.data.subarray(from * lineBytes, to * lineBytes);
    const strip = deepen({ width, height: to - from, channels, data: lines });
    const wide = await doubleWidth(strip);
    const lying = await doubleWidth(await turn(wide));
    const doubled = await flatten(lying);
    doubled.copy(data, top * 4 * lineBytes, (top - from) * 4 * lineBytes, (bottom - from) * 4 * lineBytes);
  }
  return { data, width: width * 2, height: height * 2, channels };
}

/** Sixteen bits a channel in between, so that the roundings of the steps do not add up (most of all beside alpha). */
interface Deep {
  data: Uint16Array;
  width: number;
  height: number;
  channels: 3 | 4;
}

/** Each value in the middle of its 256 steps: cutting the lower byte off at the end is then a rounding. */
function deepen({ data, width, height, channels }: Pixels): Deep {
  const deep = new Uint16Array(data.length);
  for (let at = 0; at < data.length; at += 1) deep[at] = (data[at] << 8) | 128;
  return { data: deep, width, height, channels };
}

/**
 * Two images, one for each phase; joined channel by channel their pixels alternate in memory,
 * which is exactly an image of twice the width.
 */
async function doubleWidth(image: Deep): Promise<Deep> {
  const [left, right] = await Promise.all([
    deep(open(image).convolve(LEFT)),
    deep(open(image).convolve(RIGHT)),
  ]);
  const { width, height, channels } = image;
  // The typings know buffers only here; a plain buffer would be taken for eight bits.
  const second = right as unknown as Buffer;
  const joined = await deep(
    open({ ...image, data: left }).joinChannel(second, { raw: { width, height, channels } }),
  );
  return { data: joined, width: width * 2, height, channels };
}

/** A quarter turn, so that the next doubling is the other side's. */
async function turn(image: Deep): Promise<Deep> {
  return {
    data: await deep(open(image).rotate(90)),
    width: image.height,
    height: image.width,
    channels: image.channels,
  };
}

/** Turned back and cut to eight bits. */
const flatten = (image: Deep): Promise<Buffer> =>
  open(image).rotate(270).toColourspace("srgb").raw({ depth: "uchar" }).toBuffer();

const open = ({ data, width, height, channels }: Deep): Sharp =>
  sharp(data, { raw: { width, height, channels } });

async function deep(image: Sharp): Promise<Uint16Array> {
  const { buffer, byteOffset, length } = await image
    .toColourspace("rgb16")
    .raw({ depth: "ushort" })
    .toBuffer();
  return new Uint16Array(buffer, byteOffset, length / 2);
}

const lanczos3 = (distance: number): number => {
  if (distance === 0) return 1;
  if (Math.abs(distance) >= 3) return 0;
  const angle = Math.PI * distance;
  return (3 * Math.sin(angle) * Math.sin(angle / 3)) / (angle * angle);
};

/** Seven taps around a source pixel for an output pixel at `shift` beside it; sharp wants three rows at least. */
function phase(shift: number): {
  width: number;
  height: number;
  kernel: number[];
  scale: number;
  offset: number;
} {
  const taps = [-3, -2, -1, 0, 1, 2, 3].map((tap) => lanczos3(tap - shift));
  const sum = taps.reduce((total, tap) => total + tap, 0);
  const none = taps.map(() => 0);
  // libvips cuts fractions off: half a step makes that rounding.
  return {
    width: 7,
    height: 3,
    kernel: [...none, ...taps.map((tap) => tap / sum), ...none],
    scale: 1,
    offset: 0.5,
  };
}

const LEFT = phase(-0.25);
const RIGHT = phase(0.25);
