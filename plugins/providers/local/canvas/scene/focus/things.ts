import { hex, lighten, mix } from "../../colour.js";
import { blob, circle, curve, ellipse, polygon, rect, roundRect, pairs } from "../path.js";
import { type Shape, area, blend, detail, fade, light, line } from "../shape.js";
import type { FocusWish, Stage } from "../stage.js";

/** A cup on a saucer with steam, 100 high on (0, 0). */
export function drawCup({ palette, chance }: Stage, { word, colour }: FocusWish): Shape[] {
  const glaze = mix(colour, palette.light, 0.12);
  const drink = word === "tea" ? hex("#b5651d") : hex("#4a2a17");
  const steam = [-14, 0, 14].map((x) => {
    const sway = chance.between(4, 9);
    return curve([
      [x, -62],
      [x + sway, -74],
      [x - sway, -88],
      [x + sway * 0.6, -102],
      [x - 2, -114],
    ]);
  });
  return [
    detail(ellipse(4, 1, 62, 8), palette.ink, 0.25),
    area(ellipse(0, -4, 56, 9), blend(lighten(glaze, 0.06), mix(glaze, palette.near, 0.3))),
    area(ellipse(0, -6.5, 40, 5.4), mix(glaze, palette.near, 0.18)),
    line("M34 -44C56 -48 56 -16 30 -19", mix(glaze, palette.near, 0.16), 6.5),
    area(
      "M-38 -54C-37 -24 -26 -6 0 -6C26 -6 37 -24 38 -54Z",
      blend(lighten(glaze, 0.06), mix(glaze, palette.near, 0.36), "across"),
    ),
    area(ellipse(0, -54, 38, 9), lighten(glaze, 0.08)),
    area(ellipse(0, -53, 33, 6.6), blend(lighten(drink, 0.14), drink, "out")),
    ...(word === "latte" || word === "cappuccino"
      ? [detail(blob(pairs([0, -48.5, -9, -53, -5, -56.5, 0, -55, 5, -56.5, 9, -53])), hex("#f1ddc0"))]
      : []),
    detail("M-30 -44C-28 -28 -22 -16 -14 -12C-20 -22 -24 -34 -25 -45Z", palette.light, 0.5),
    light(steam.map((path) => path).join(""), fade(palette.light, 0), 1),
    line(steam.join(""), palette.light, 3, 0.55),
  ];
}

/** A friendly robot, 100 high on (0, 0). */
export function drawRobot({ palette, chance }: Stage, { colour }: FocusWish): Shape[] {
  const metal = mix(colour, palette.light, 0.2);
  const dark = mix(palette.ink, palette.far, 0.25);
  const shell = blend(lighten(metal, 0.08), mix(metal, palette.near, 0.35));
  const eye = palette.second;
  return [
    detail(ellipse(0, 0, 34, 4), palette.ink, 0.3),
    area(rect(-14, -20, 8, 18) + rect(6, -20, 8, 18), dark),
    area(roundRect(-19, -6, 16, 7, 3) + roundRect(3, -6, 16, 7, 3), mix(metal, palette.near, 0.4)),
    line("M-23 -48C-35 -44 -36 -32 -31 -26M23 -48C35 -44 36 -32 31 -26", dark, 5),
    area(circle(-31, -24, 5) + circle(31, -24, 5), metal),
    area(roundRect(-24, -56, 48, 39, 9), shell),
    area(roundRect(-15, -48, 30, 18, 4), dark),
    detail(circle(-8, -39, 2.6) + circle(0, -39, 2.6), palette.accent),
    detail(rect(6, -44, 6, 3) + rect(6, -38, 6, 3), eye),
    area(rect(-5, -61, 10, 6), dark),
    area(roundRect(-21, -90, 42, 30, 10), shell),
    area(roundRect(-16, -84, 32, 18, 7), dark),
    light(circle(-7, -75, 9) + circle(7, -75, 9), fade(eye, 0.8)),
    detail(circle(-7, -75, 4) + circle(7, -75, 4), eye),
    detail(circle(-6, -76.3, 1.3) + circle(8, -76.3, 1.3), palette.light),
    line(`M0 -90V-98M-21 -76h-4M21 -76h4`, dark, 2.2),
    area(circle(0, -100, chance.between(2.8, 4)), palette.accent),
  ];
}

/** A butterfly with open wings, 90 high around (0, -50). */
export function drawButterfly({ palette, chance }: Stage, { colour }: FocusWish): Shape[] {
  const wings = (s: number): string =>
    blob([
      [s * 3, -54],
      [s * 26, -92],
      [s * 52, -94],
      [s * 56, -70],
      [s * 36, -50],
      [s * 4, -48],
    ]);
  const lower = (s: number): string =>
    blob([
      [s * 3, -48],
      [s * 30, -48],
      [s * 44, -28],
      [s * 32, -8],
      [s * 14, -14],
    ]);
  const spots = (s: number): string =>
    circle(s * 42, -80, 5) + circle(s * 30, -70, 3.4) + circle(s * 30, -28, 4.4);
  const back = mix(colour, palette.second, 0.45);
  const veins = `M-4 -52L-48 -84M-4 -52L-46 -66M4 -52L48 -84M4 -52L46 -66M-4 -48L-34 -24M4 -48L34 -24`;
  return [
    area(lower(-1) + lower(1), blend(lighten(back, 0.05), mix(back, palette.ink, 0.25))),
    area(wings(-1) + wings(1), blend(lighten(colour, 0.08), mix(colour, palette.ink, 0.22))),
    line(veins, mix(colour, palette.ink, 0.55), 1.3, 0.7),
    detail(spots(-1) + spots(1), mix(palette.light, palette.second, chance.between(0, 0.4)), 0.9),
    area(ellipse(0, -50, 3, 20), palette.ink),
    line("M0 -68C-3 -78 -8 -84 -13 -86M0 -68C3 -78 8 -84 13 -86", palette.ink, 1.3),
  ];
}

/** A heart, 90 high around (0, -50). */
export function drawHeart({ palette }: Stage, { colour }: FocusWish): Shape[] {
  return [
    light(circle(0, -52, 66), fade(colour, 0.45)),
    area(
      "M0 -8C-24 -30 -46 -46 -46 -70C-46 -98 -12 -102 0 -78C12 -102 46 -98 46 -70C46 -46 24 -30 0 -8Z",
      blend(lighten(colour, 0.09), mix(colour, palette.ink, 0.24)),
    ),
    detail("M-37 -70C-37 -82 -28 -88 -20 -87C-28 -82 -32 -76 -32 -66Z", palette.light, 0.7),
    detail(polygon(pairs([30, -84, 34, -76, 38, -70, 36, -82])), palette.light, 0.3),
  ];
}
