import { type Colour, css, mix } from "../colour.js";
import { type Layer, type Paint, type Scene, type Shape, isBlend } from "../scene/shape.js";

/** Collects the parts of one SVG. Everything in it is made here: no text of a prompt ever gets in. */
export class SvgPage {
  readonly #defs = new Map<string, string>();
  readonly #parts: string[] = [];

  add(part: string): void {
    this.#parts.push(part);
  }

  /** Makes a definition once and answers the reference to it. */
  define(body: (id: string) => string, key = body("")): string {
    const known = this.#defs.get(key);
    const id = `d${this.#defs.size}`;
    if (known !== undefined) return `url(#${/id="(d\d+)"/u.exec(known)?.[1] ?? id})`;
    this.#defs.set(key, body(id));
    return `url(#${id})`;
  }

  /** A colour, or a gradient over the shape's own box. */
  paint(paint: Paint): string {
    if (!isBlend(paint)) return css(paint);
    const stops =
      `<stop offset="0" stop-color="${css(paint.from)}" stop-opacity="${paint.fromAlpha}"/>` +
      `<stop offset="1" stop-color="${css(paint.to)}" stop-opacity="${paint.toAlpha}"/>`;
    if (paint.direction === "out")
      return this.define((id) => `<radialGradient id="${id}">${stops}</radialGradient>`);
    const line = paint.direction === "down" ? `x2="0" y2="1"` : `x2="1" y2="0"`;
    return this.define((id) => `<linearGradient id="${id}" ${line}>${stops}</linearGradient>`);
  }

  blur(deviation: number): string {
    return this.define(
      (id) =>
        `<filter id="${id}" x="-0.5" y="-0.5" width="2" height="2"><feGaussianBlur stdDeviation="${deviation}"/></filter>`,
    );
  }

  /** The document; `width` and `height` are pixels, the coordinates stay the scene's. */
  toString(scene: Scene, width: number, height: number): string {
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${scene.width} ${scene.height}" preserveAspectRatio="none">` +
      `<defs>${[...this.#defs.values()].join("")}</defs>${this.#parts.join("")}</svg>`
    );
  }
}

/** The transform of a layer's placing, empty without one. */
export function transformOf({ placing }: Layer): string {
  if (placing === undefined) return "";
  const { x, y, scale, isFlipped } = placing;
  const across = isFlipped ? -scale : scale;
  return ` transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${across.toFixed(4)} ${scale.toFixed(4)})"`;
}

/** A shape as it is meant, without any style. */
export function plainShape(page: SvgPage, shape: Shape): string {
  const alpha = shape.alpha === 1 ? "" : ` opacity="${shape.alpha.toFixed(3)}"`;
  if (shape.kind === "line") {
    return `<path d="${shape.path}" fill="none" stroke="${page.paint(shape.paint)}" stroke-width="${shape.width.toFixed(2)}" stroke-linecap="round" stroke-linejoin="round"${alpha}/>`;
  }
  const blur = shape.blur > 0 ? ` filter="${page.blur(shape.blur)}"` : "";
  return `<path d="${shape.path}" fill="${page.paint(shape.paint)}"${alpha}${blur}/>`;
}

/** What a style may want to know of the layer that a shape is in. */
export interface LayerView {
  /** Of the layer's own coordinates; stroke widths are divided by it. */
  scale: number;
  depth: number;
}

/** Writes a scene with a style's own way of writing a shape. */
export function drawScene(
  page: SvgPage,
  scene: Scene,
  write: (page: SvgPage, shape: Shape, view: LayerView) => string = plainShape,
): void {
  for (const layer of scene.layers) {
    const view = { scale: layer.placing?.scale ?? 1, depth: layer.depth };
    page.add(`<g${transformOf(layer)}>${layer.shapes.map((shape) => write(page, shape, view)).join("")}</g>`);
  }
}

/** The one colour nearest to a paint. */
export const flat = (paint: Paint): Colour => (isBlend(paint) ? mix(paint.from, paint.to, 0.5) : paint);
