import { type Colour, hex, lighten, mix } from "../../colour.js";
import { blob, circle, ellipse, polygon, pairs } from "../path.js";
import { type Shape, area, blend, detail, line } from "../shape.js";
import type { FocusWish, Stage } from "../stage.js";

interface Features {
  ears: "pointed" | "floppy" | "long" | "round";
  tail: "curled" | "bushy" | "short";
  /** The animal's own colour when no word colours it. */
  coat: string;
  muzzle: string;
  isSlim: boolean;
}

const ANIMALS: Readonly<Record<"cat" | "dog" | "fox" | "rabbit" | "bear", Features>> = {
  cat: { ears: "pointed", tail: "curled", coat: "#6d6a75", muzzle: "#efe7de", isSlim: true },
  dog: { ears: "floppy", tail: "curled", coat: "#b9813f", muzzle: "#f3e3c8", isSlim: false },
  fox: { ears: "pointed", tail: "bushy", coat: "#d9622b", muzzle: "#fdf3e6", isSlim: true },
  rabbit: { ears: "long", tail: "short", coat: "#b7a594", muzzle: "#f6efe6", isSlim: true },
  bear: { ears: "round", tail: "short", coat: "#6e4a33", muzzle: "#d9b98e", isSlim: false },
};

/** A sitting animal, seen from the front, 100 high on (0, 0). */
export const drawAnimal =
  (kind: keyof typeof ANIMALS) =>
  ({ palette }: Stage, wish: FocusWish, isTinted: boolean): Shape[] => {
    const features = ANIMALS[kind];
    const coat = isTinted ? wish.colour : mix(hex(features.coat), palette.accent, 0.16);
    const dark = mix(coat, palette.ink, 0.42);
    const pale = mix(hex(features.muzzle), coat, 0.12);
    const half = features.isSlim ? 21 : 26;
    return [
      detail(ellipse(2, 0, half * 1.5, 4), palette.ink, 0.25),
      ...tail(features, coat, pale),
      area(
        blob([
          [-half, -2],
          [-half * 1.02, -18],
          [-half * 0.62, -46],
          [0, -58],
          [half * 0.62, -46],
          [half * 1.02, -18],
          [half, -2],
          [0, 1],
        ]),
        blend(lighten(coat, 0.05), mix(coat, palette.ink, 0.16)),
      ),
      detail(blob(pairs([0, -50, 9, -38, 7, -16, 0, -8, -7, -16, -9, -38])), pale, 0.9),
      area(ellipse(-8, -3, 8, 5) + ellipse(8, -3, 8, 5), lighten(coat, 0.04)),
      line("M-8 -5v4M8 -5v4M0 -12v9", dark, 1, 0.6),
      ...ears(features, coat, pale),
      ...head(features, coat, pale, dark),
    ];
  };

function tail({ tail: kind }: Features, coat: Colour, pale: Colour): Shape[] {
  if (kind === "short") return [area(circle(24, -9, 6), pale)];
  if (kind === "curled")
    return [line("M18 -6C36 -4 44 -18 38 -32C35 -40 42 -46 47 -41", mix(coat, [0.2, 0, 0], 0.1), 6.5)];
  return [
    area(blob(pairs([12, -4, 30, -3, 46, -16, 50, -38, 43, -50, 35, -36, 26, -18, 14, -12])), coat),
    area(blob(pairs([50, -38, 47, -50, 40, -56, 37, -44, 42, -36])), pale),
  ];
}

function ears({ ears: kind }: Features, coat: Colour, pale: Colour): Shape[] {
  const inner = mix(pale, hex("#e58a8a"), 0.5);
  const both = (draw: (side: number) => string): string => draw(-1) + draw(1);
  const pair = (outline: string, inside: string): Shape[] => [
    area(outline, coat),
    detail(inside, inner, 0.85),
  ];
  switch (kind) {
    case "pointed":
      return pair(
        both((s) =>
          polygon([
            [s * 21, -74],
            [s * 19, -100],
            [s * 4, -87],
          ]),
        ),
        both((s) =>
          polygon([
            [s * 18, -78],
            [s * 17, -93],
            [s * 8, -85],
          ]),
        ),
      );
    case "long":
      return pair(
        both((s) =>
          blob([
            [s * 5, -84],
            [s * 5, -106],
            [s * 11, -122],
            [s * 16, -106],
            [s * 14, -84],
          ]),
        ),
        both((s) =>
          blob([
            [s * 8, -88],
            [s * 8, -106],
            [s * 11, -115],
            [s * 13, -104],
            [s * 12, -88],
          ]),
        ),
      );
    case "round":
      return pair(
        both((s) => circle(s * 18, -88, 8.5)),
        both((s) => circle(s * 18, -88, 4.6)),
      );
    case "floppy":
      return [
        area(
          both((s) =>
            blob([
              [s * 14, -88],
              [s * 26, -84],
              [s * 30, -68],
              [s * 26, -58],
              [s * 20, -66],
            ]),
          ),
          mix(coat, [0.2, 0, 0], 0.3),
        ),
      ];
  }
}

function head({ ears: kind }: Features, coat: Colour, pale: Colour, dark: Colour): Shape[] {
  const eye = hex("#17130f");
  return [
    area(
      blob(pairs([0, -91, 17, -87, 25, -72, 19, -57, 0, -50, -19, -57, -25, -72, -17, -87])),
      blend(lighten(coat, 0.06), coat),
    ),
    area(blob(pairs([0, -70, 10, -64, 9, -55, 0, -51, -9, -55, -10, -64])), pale),
    detail(
      circle(-10, -73, kind === "pointed" ? 3.6 : 3) + circle(10, -73, kind === "pointed" ? 3.6 : 3),
      eye,
    ),
    detail(circle(-9, -74.2, 1.1) + circle(11, -74.2, 1.1), [1, 0, 0]),
    detail(
      polygon(pairs([-3.4, -64.5, 3.4, -64.5, 0, -60.5])),
      mix(eye, hex("#e58a8a"), kind === "pointed" ? 0.55 : 0.1),
    ),
    line("M0 -60.5v3M0 -57.5C-2 -54.5 -6 -55 -7 -57M0 -57.5C2 -54.5 6 -55 7 -57", dark, 1.1),
    ...(kind === "floppy" || kind === "round"
      ? []
      : [line("M-13 -61L-29 -64M-13 -59L-28 -57M13 -61L29 -64M13 -59L28 -57", dark, 0.6, 0.7)]),
  ];
}
