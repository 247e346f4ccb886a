import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import sharp from "sharp";
import type { Size } from "./frame-size.js";

/** Words with a shadow, to be laid over frames. */
export interface TitleLayer {
  /** Red, green, blue, alpha of each pixel. */
  data: Buffer;
  left: number;
  top: number;
  width: number;
  height: number;
}

const FONTS = join(dirname(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json")), "ttf");
const LINES = [
  { file: "DejaVuSans-Bold.ttf", font: "DejaVu Sans Bold", share: 0.09 },
  { file: "DejaVuSans.ttf", font: "DejaVu Sans", share: 0.05 },
] as const;

/** Draws one or two lines, the second one smaller; null when the font shows nothing of them. */
export async function titleLayer(
  lines: readonly string[],
  { width, height }: Size,
): Promise<TitleLayer | null> {
  const drawn: { alpha: Buffer; width: number; height: number }[] = [];
  for (const [index, line] of lines.entries()) {
    const { file, font, share } = LINES[Math.min(index, LINES.length - 1)];
    drawn.push(
      await draw(line, { file, font, high: Math.round(Math.min(width, height) * share), wide: width * 0.86 }),
    );
  }
  if (drawn.length === 0) return null;
  const gap = Math.round(height * 0.02);
  const edge = Math.max(4, Math.round(height * 0.02));
  const wide = Math.max(...drawn.map((each) => each.width)) + edge * 2;
  const high = drawn.reduce((sum, each) => sum + each.height, gap * (drawn.length - 1)) + edge * 2;
  if (wide > width || high > height) return null;
  const alpha = Buffer.alloc(wide * high);
  let top = edge;
  for (const each of drawn) {
    const left = Math.round((wide - each.width) / 2);
    for (let y = 0; y < each.height; y += 1)
      each.alpha.copy(alpha, (top + y) * wide + left, y * each.width, (y + 1) * each.width);
    top += each.height + gap;
  }
  const data = await shade(alpha, { width: wide, height: high }, edge / 2.5);
  const place = { left: Math.round((width - wide) / 2), top: Math.round(height * 0.62 - high / 2) };
  return { data, ...place, top: Math.min(place.top, height - high), width: wide, height: high };
}

interface Hand {
  file: string;
  font: string;
  /** Pixels of a capital letter, about. */
  high: number;
  /** A line that is longer is broken, and made smaller when that is not enough. */
  wide: number;
}

/** How much of each pixel the letters cover. The text is no markup: its signs are written out. */
async function draw(text: string, { file, font, high, wide }: Hand) {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const { data, info } = await sharp({
    text: {
      text: escaped,
      font: `${font} ${high}`,
      fontfile: join(FONTS, file),
      dpi: 72,
      align: "centre",
      width: Math.round(wide),
      wrap: "word-char",
    },
  })
    .resize({ width: Math.round(wide), height: high * 4, fit: "inside", withoutEnlargement: true })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { alpha: data, width: info.width, height: info.height };
}

/** White letters over a soft black shadow of their own shape. */
async function shade(alpha: Buffer, size: Size, blur: number): Promise<Buffer> {
  const raw = { ...size, channels: 1 } as const;
  const shadow = await sharp(alpha, { raw }).blur(Math.max(0.5, blur)).extractChannel(0).raw().toBuffer();
  const data = Buffer.alloc(alpha.length * 4);
  for (let at = 0; at < alpha.length; at += 1) {
    const letter = alpha[at];
    const dark = Math.min(255, Math.round(shadow[at] * 1.2));
    const cover = letter + Math.round((dark * (255 - letter)) / 255);
    data.fill(cover === 0 ? 0 : Math.round((letter * 255) / cover), at * 4, at * 4 + 3);
    data[at * 4 + 3] = cover;
  }
  return data;
}

/** Lays it over a frame, by so much of 256. */
export function overlayTitle(frame: Buffer, frameWidth: number, layer: TitleLayer, part: number): void {
  for (let y = 0; y < layer.height; y += 1)
    for (let x = 0; x < layer.width; x += 1) {
      const from = (y * layer.width + x) * 4;
      const cover = (layer.data[from + 3] * part) >> 8;
      if (cover === 0) continue;
      const to = ((layer.top + y) * frameWidth + layer.left + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const below = frame[to + channel];
        frame[to + channel] = below + Math.round(((layer.data[from + channel] - below) * cover) / 255);
      }
    }
}
