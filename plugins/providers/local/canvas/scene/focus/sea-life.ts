import { type Colour, hex, lighten, mix } from "../../colour.js";
import { circle, ellipse, polygon, pairs } from "../path.js";
import { type Shape, area, blend, detail, light, line } from "../shape.js";
import type { FocusWish, Stage } from "../stage.js";

/** A fish from the side, 60 high around (0, -50); a shark is long and grey. */
export function drawFish({ palette }: Stage, { word, colour }: FocusWish, isTinted: boolean): Shape[] {
  const skin = word === "shark" && !isTinted ? mix(hex("#7d8c98"), palette.water, 0.3) : colour;
  const body = blend(lighten(skin, 0.08), mix(skin, palette.near, 0.22));
  if (word === "shark") {
    return [
      area("M72 -50C50 -68 10 -70 -40 -54L-72 -76L-64 -50L-74 -30L-40 -47C0 -34 50 -34 72 -50Z", body),
      detail("M70 -48C50 -36 0 -36 -40 -47C0 -44 40 -42 70 -48Z", palette.light, 0.8),
      area("M4 -66L-10 -92L-20 -62ZM14 -40L-6 -18L-8 -40Z", mix(skin, palette.near, 0.2)),
      detail(circle(50, -54, 2.6), palette.ink),
      line("M30 -58v12M24 -59v13M36 -57v11", mix(skin, palette.ink, 0.5), 1.2),
    ];
  }
  return [
    area(
      "M-30 -50C-44 -74 -58 -78 -66 -76C-60 -60 -60 -40 -66 -24C-58 -22 -44 -26 -30 -50Z",
      blend(mix(skin, palette.light, 0.2), mix(skin, palette.second, 0.5), "across"),
    ),
    area(
      "M-6 -76C4 -94 20 -92 26 -88L20 -72ZM-4 -26C2 -12 14 -12 20 -16L14 -30Z",
      mix(skin, palette.second, 0.4),
    ),
    area("M50 -50C36 -80 -6 -84 -38 -50C-6 -16 36 -20 50 -50Z", body),
    detail(
      "M18 -75C12 -60 12 -40 18 -25C24 -27 28 -30 30 -33C25 -45 25 -56 30 -68C27 -71 23 -74 18 -75ZM-10 -74C-16 -60 -16 -40 -10 -26L-2 -24C-8 -40 -8 -60 -2 -76Z",
      palette.light,
      0.85,
    ),
    area("M4 -48C-8 -42 -14 -34 -14 -28C-2 -28 8 -36 10 -46Z", mix(skin, palette.near, 0.2)),
    detail(circle(36, -57, 4.6), [0.98, 0, 0]),
    detail(circle(37, -57, 2.6), palette.ink),
    line("M48 -46C44 -42 40 -41 37 -41", mix(skin, palette.ink, 0.5), 1.4),
  ];
}

/** A breaching whale with spray, 100 high on (0, 0); elsewhere it swims, seen from the side. */
export function drawWhale(
  { palette, chance }: Stage,
  { word, colour, isAfloat }: FocusWish,
  isTinted: boolean,
): Shape[] {
  const skin = isTinted ? colour : mix(hex(word === "orca" ? "#20242c" : "#3f5f86"), palette.near, 0.2);
  const drops = Array.from({ length: 26 }, () =>
    circle(chance.between(-48, 48), chance.between(-18, 4) - chance.next() * 12, chance.between(0.8, 2.6)),
  );
  const belly = mix(palette.light, skin, 0.14);
  if (!isAfloat) return swimming(skin, belly, palette.ink);
  return [
    area(
      "M-30 4C-36 -30 -22 -74 22 -98C38 -104 46 -96 42 -84C36 -64 34 -30 38 4Z",
      blend(lighten(skin, 0.08), mix(skin, palette.near, 0.3)),
    ),
    area("M42 -84C36 -64 34 -30 38 4H14C10 -24 14 -58 30 -82C35 -86 40 -88 42 -84Z", belly),
    line("M20 0C17 -24 20 -50 32 -76M26 2C24 -22 26 -48 36 -72", mix(skin, belly, 0.4), 1.1, 0.7),
    area(polygon(pairs([-8, -40, -52, -46, -62, -34, -24, -22])), mix(skin, palette.ink, 0.2)),
    detail(circle(18, -78, 2.3), palette.ink),
    light(ellipse(3, 2, 58, 9), palette.light, 0.75, 2),
    detail(drops.join(""), palette.light, 0.9),
  ];
}

const swimming = (skin: Colour, belly: Colour, ink: Colour): Shape[] => [
  area(
    "M-62 -52C-74 -60 -88 -78 -104 -78C-100 -66 -98 -60 -92 -54C-100 -48 -104 -40 -106 -30C-92 -32 -76 -42 -62 -46Z",
    blend(skin, mix(skin, ink, 0.25), "across"),
  ),
  area(
    "M-70 -50C-44 -70 -8 -86 34 -82C66 -80 84 -64 84 -50C82 -34 50 -24 18 -24C-16 -24 -46 -34 -70 -50Z",
    blend(lighten(skin, 0.08), mix(skin, ink, 0.2)),
  ),
  area("M84 -48C80 -33 50 -24 18 -24C2 -24 -14 -27 -28 -31C4 -28 46 -34 84 -48Z", belly),
  line("M72 -40C52 -31 30 -28 8 -27M78 -43C56 -33 32 -30 0 -29", mix(skin, belly, 0.4), 0.9, 0.7),
  area("M30 -38C22 -22 8 -10 -6 -8C-6 -22 6 -36 18 -40Z", mix(skin, ink, 0.22)),
  detail(circle(58, -53, 2.6), ink),
];
