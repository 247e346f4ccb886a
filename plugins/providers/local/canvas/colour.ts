/** A colour in OKLab, where equal steps look equal: lightness 0-1, green-red, blue-yellow. */
export type Colour = readonly [lightness: number, a: number, b: number];

/** Reads `#rrggbb`. */
export function hex(text: string): Colour {
  const value = Number.parseInt(text.slice(1), 16);
  return fromRgb((value >> 16) & 255, (value >> 8) & 255, value & 255);
}

/** From sRGB, 0-255 each. */
export function fromRgb(red: number, green: number, blue: number): Colour {
  const [r, g, b] = [red, green, blue].map((part) => linear(part / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** To sRGB, whole numbers 0-255; what sRGB cannot show is clipped. */
function toRgb([lightness, a, b]: Colour): readonly [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** As `#rrggbb`, for SVG. */
export const css = (colour: Colour): string =>
  `#${toRgb(colour)
    .map((part) => part.toString(16).padStart(2, "0"))
    .join("")}`;

/** `share` 0 is the first colour, 1 the second. */
export const mix = (first: Colour, second: Colour, share: number): Colour => [
  first[0] + (second[0] - first[0]) * share,
  first[1] + (second[1] - first[1]) * share,
  first[2] + (second[2] - first[2]) * share,
];

/** Adds to the lightness, within 0-1. */
export const lighten = ([lightness, a, b]: Colour, by: number): Colour => [
  Math.min(1, Math.max(0, lightness + by)),
  a,
  b,
];

/** Multiplies the colourfulness; 0 is grey. */
export const saturate = ([lightness, a, b]: Colour, by: number): Colour => [lightness, a * by, b * by];

/** Turns the hue by degrees. */
export function turnHue([lightness, a, b]: Colour, degrees: number): Colour {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [lightness, a * cos - b * sin, a * sin + b * cos];
}

/** Keeps a colour's lightness and takes over hue and, in part, colourfulness of another. */
export function tint(colour: Colour, towards: Colour, share: number): Colour {
  const own = Math.hypot(colour[1], colour[2]);
  const target = Math.hypot(towards[1], towards[2]);
  const strength = target < 0.02 ? target : (own + target) / 2;
  const scale = target === 0 ? 0 : strength / target;
  return mix(colour, [colour[0], towards[1] * scale, towards[2] * scale], share);
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

function gamma(part: number): number {
  const bent = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
  return Math.min(255, Math.max(0, Math.round(bent * 255)));
}
