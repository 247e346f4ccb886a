import { type Colour, css, hex, lighten, mix } from "../colour.js";
import { type Shape, isBlend } from "../scene/shape.js";
import { addGrain, open, rasterize, toRaster } from "./raster.js";
import type { Style } from "./style.js";
import { SvgPage, drawScene, flat } from "./svg-page.js";

/** Glowing tubes on a dark wall: outlines keep the colours, surfaces go dark, and blurred copies shine. */
export const glow: Style = async ({ scene, palette, chance, width, height }) => {
  const page = new SvgPage();
  const wall = mix(mix(palette.ink, hex("#0a0416"), 0.5), palette.skyTop, 0.16);
  page.add(`<rect width="${scene.width}" height="${scene.height}" fill="${css(wall)}"/>`);
  const lamps = [palette.accent, palette.second, mix(palette.far, palette.light, 0.3)].map(bright);
  drawScene(page, scene, (page, shape, { scale }) => tube(page, shape, scale, { wall, lamps }));
  const lines = await rasterize(page.toString(scene, width, height));
  const size = Math.max(width, height);
  const [near, far] = await Promise.all([halo(size * 0.006), halo(size * 0.024)]);
  const shining = await toRaster(
    open(lines).composite(
      [near, far].map((input) => ({
        input,
        blend: "screen" as const,
        raw: { width, height, channels: 3 as const },
      })),
    ),
  );
  return addGrain(shining, chance, 0.1);

  async function halo(deviation: number): Promise<Buffer> {
    return open(lines).blur(deviation).linear(0.95, 0).raw().toBuffer();
  }
};

/** As bright and colourful as a lamp. */
function bright(colour: Colour): Colour {
  const strength = Math.hypot(colour[1], colour[2]);
  const scale = strength < 0.02 ? 1 : Math.max(1, 0.19 / strength);
  return [Math.max(0.74, colour[0]), colour[1] * scale, colour[2] * scale];
}

function tube(
  page: SvgPage,
  shape: Shape,
  scale: number,
  { wall, lamps }: { wall: Colour; lamps: readonly Colour[] },
): string {
  const { kind, path, alpha, width } = shape;
  const colour = flat(shape.paint);
  // Neighbouring tones get different lamps, so that shapes of one hue stay apart.
  const lamp = mix(lamps[Math.floor(colour[0] * 11) % lamps.length], bright(colour), 0.35);
  if (kind === "light")
    return `<path d="${path}" fill="${page.paint(shape.paint)}" opacity="${(alpha * 0.16).toFixed(3)}"/>`;
  if (kind === "line") {
    return `<path d="${path}" fill="none" stroke="${css(lamp)}" stroke-width="${Math.min(width, 4 / scale).toFixed(2)}" stroke-linecap="round" stroke-linejoin="round" opacity="${alpha.toFixed(2)}"/>`;
  }
  // Large soft surfaces stay dark, small plain ones are lit.
  if (kind === "detail" && isBlend(shape.paint))
    return `<path d="${path}" fill="${css(mix(wall, colour, 0.2))}" opacity="${alpha.toFixed(2)}"/>`;
  if (kind === "detail")
    return `<path d="${path}" fill="${css(mix(wall, lamp, 0.5 * colour[0] + 0.15))}" opacity="${alpha.toFixed(2)}"/>`;
  const body = css(mix(wall, colour, 0.2));
  return `<path d="${path}" fill="${body}" stroke="${css(lighten(lamp, 0.04))}" stroke-width="${(2.3 / scale).toFixed(2)}" stroke-linejoin="round"/>`;
}
