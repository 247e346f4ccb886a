import { hex, lighten, mix } from "../../colour.js";
import { blob, circle, ellipse, polygon, rect, roundRect, pairs } from "../path.js";
import { type Shape, area, blend, detail, fade, light, line } from "../shape.js";
import type { FocusWish, Stage } from "../stage.js";

/** A sailing boat with its reflection, 100 high on (0, 0); a ship or pirate has two masts. */
export function drawBoat({ palette, chance }: Stage, { word, colour }: FocusWish): Shape[] {
  const sail = mix(palette.light, palette.accent, 0.05);
  const hull = mix(colour, palette.near, 0.12);
  const shapes: Shape[] = [
    light("M-34 4L34 4L20 48L-8 62Z", blend(sail, sail, "down", [0.4, 0])),
    detail(ellipse(0, 3, 48, 4), palette.near, 0.35),
  ];
  if (/^(?:ship|pirate|ferry)$/u.test(word)) {
    const dark = word === "pirate" ? palette.ink : sail;
    shapes.push(line("M-14 -12V-96M16 -12V-84", mix(palette.ink, hull, 0.3), 2.2));
    shapes.push(
      area(
        "M-31 -88C-18 -84 -8 -84 3 -88C1 -74 1 -66 3 -54C-8 -50 -20 -50 -31 -54C-28 -66 -28 -76 -31 -88ZM-33 -50C-20 -46 -6 -46 6 -50C4 -40 4 -32 6 -22C-6 -18 -20 -18 -33 -22C-30 -32 -30 -40 -33 -50Z",
        blend(lighten(dark, 0.05), mix(dark, palette.near, 0.2)),
      ),
    );
    shapes.push(
      area(
        "M8 -76C16 -73 24 -73 32 -76C30 -64 30 -56 32 -44C24 -41 16 -41 8 -44C10 -56 10 -64 8 -76Z",
        mix(dark, palette.near, 0.15),
      ),
    );
  } else {
    shapes.push(
      line("M0 -10V-98", mix(palette.ink, hull, 0.35), 2),
      area("M3 -96C22 -70 31 -44 34 -18L3 -18Z", blend(sail, mix(sail, palette.far, 0.34), "across")),
      area(
        "M-3 -84C-16 -60 -25 -40 -29 -18L-3 -18Z",
        blend(mix(sail, palette.accent, 0.35), mix(colour, palette.light, 0.3)),
      ),
      line("M10 -30L29 -30M8 -46L25 -46M6 -62L18 -62", mix(sail, palette.far, 0.5), 0.8, 0.7),
    );
  }
  shapes.push(
    area(
      "M-42 -13C-36 -2 -28 3 -18 4H20C32 3 40 -4 46 -15Z",
      blend(lighten(hull, 0.06), mix(hull, palette.ink, 0.3)),
    ),
    line("M-39 -8C-10 -4 16 -5 42 -10", palette.light, 1.6, 0.85),
    area(
      polygon([
        [0, -98],
        [chance.is(0.5) ? 13 : -13, -94],
        [0, -90],
      ]),
      palette.second,
    ),
  );
  return shapes;
}

/** A rounded car from the side, 60 high on (0, 0); a bus, van or truck is a box. */
export function drawCar({ palette }: Stage, { word, colour }: FocusWish): Shape[] {
  const isBox = /^(?:bus|van|truck|jeep)$/u.test(word);
  const body = blend(lighten(colour, 0.08), mix(colour, palette.ink, 0.24));
  const glass = blend(
    mix(palette.skyTop, palette.light, 0.3),
    mix(palette.skyLow, palette.light, 0.4),
    "across",
  );
  const tyre = (x: number): Shape[] => [
    area(circle(x, -11, 12), palette.ink),
    area(circle(x, -11, 6), mix(palette.light, palette.far, 0.3)),
    detail(circle(x, -11, 2), palette.ink),
  ];
  const outline = isBox
    ? roundRect(-66, -66, 128, 56, 9)
    : "M-68 -12V-28C-66 -34 -56 -36 -44 -38C-34 -54 -26 -60 -8 -60H12C28 -60 36 -50 44 -38C58 -36 66 -32 68 -24V-12Z";
  const windows = isBox
    ? roundRect(-58, -60, 24, 18, 3) +
      roundRect(-30, -60, 24, 18, 3) +
      roundRect(-2, -60, 24, 18, 3) +
      roundRect(28, -60, 28, 22, 3)
    : "M-35 -39C-28 -50 -22 -54 -8 -54H-3V-39ZM3 -54H12C24 -54 30 -48 36 -39H3Z";
  return [
    detail(ellipse(0, 0, 74, 5), palette.ink, 0.3),
    area(outline, body),
    area(windows, glass),
    detail(rect(-66, -24, 132, 3), mix(palette.light, colour, 0.3), 0.8),
    line("M0 -39V-14M8 -33h7", mix(colour, palette.ink, 0.5), 1, 0.8),
    area(ellipse(63, -27, 4, 4.5), palette.isDark ? hex("#ffe9a0") : palette.light),
    ...(palette.isDark
      ? [light(polygon(pairs([64, -29, 150, -44, 150, -4, 64, -22])), fade(hex("#ffe9a0"), 0.7, "across"))]
      : []),
    area(rect(-70, -27, 5, 7), hex("#c0262c")),
    ...tyre(-40),
    ...tyre(40),
    ...(word === "taxi" ? [area(roundRect(-9, -68, 18, 8, 2), palette.second)] : []),
  ];
}

/** A rocket with flame and smoke, 100 high around (0, -50). */
export function drawRocket({ palette, chance }: Stage, { colour }: FocusWish): Shape[] {
  const body = mix(palette.light, palette.far, 0.08);
  const trail = Array.from({ length: 12 }, (_, i) =>
    circle(chance.between(-6, 6) * (1 + i * 0.3), 4 + i * 7, 4 + i * 1.3),
  );
  return [
    light(trail.join(""), palette.light, 0.34, 2),
    light(circle(0, 4, 34), fade(palette.accent, 0.8)),
    area("M-10 -12C-14 6 -6 22 0 34C6 22 14 6 10 -12Z", blend(hex("#ffe27a"), hex("#ff5a2c"))),
    area("M-5 -12C-7 0 -3 10 0 18C3 10 7 0 5 -12Z", hex("#fff6cf")),
    area(
      "M-16 -44C-28 -34 -30 -20 -29 -8L-14 -16ZM16 -44C28 -34 30 -20 29 -8L14 -16Z",
      blend(lighten(colour, 0.05), mix(colour, palette.ink, 0.3)),
    ),
    area(
      "M0 -104C15 -86 19 -62 17 -40C16 -28 14 -18 12 -12H-12C-14 -18 -16 -28 -17 -40C-19 -62 -15 -86 0 -104Z",
      blend(body, mix(body, palette.near, 0.4), "across"),
    ),
    area("M0 -104C8 -95 12 -85 14.500 -76H-14.500C-12 -85 -8 -95 0 -104Z", colour),
    area(circle(0, -58, 8.5), mix(palette.ink, palette.far, 0.3)),
    area(circle(0, -58, 6), blend(mix(palette.second, palette.light, 0.4), palette.second)),
    detail(rect(-15, -30, 30, 4), colour),
    area("M-3 -30H3V-6H-3Z", mix(colour, palette.ink, 0.25)),
  ];
}

/** A striped hot-air balloon, 100 high on (0, 0). */
export function drawBalloon({ palette }: Stage, { word, colour }: FocusWish): Shape[] {
  if (/^(?:airship|zeppelin)$/u.test(word)) {
    return [
      area(ellipse(0, -62, 62, 22), blend(lighten(colour, 0.1), mix(colour, palette.near, 0.34))),
      line(
        "M-60 -62H60M-55 -72C-20 -66 20 -66 55 -72M-55 -52C-20 -58 20 -58 55 -52",
        mix(colour, palette.ink, 0.4),
        1,
        0.5,
      ),
      area(
        polygon(pairs([-52, -70, -74, -86, -74, -66, -60, -62, -74, -56, -74, -38, -52, -54])),
        palette.second,
      ),
      area(roundRect(-18, -40, 36, 11, 5), mix(palette.near, palette.accent, 0.2)),
    ];
  }
  const lens = (half: number): string =>
    `M0 -100C${half * 1.35} -100 ${half * 1.25} -48 ${half * 0.24} -26H${-half * 0.24}C${-half * 1.25} -48 ${-half * 1.35} -100 0 -100Z`;
  return [
    line("M-7 -26L-6 -12M7 -26L6 -12M0 -26V-12", palette.ink, 0.8),
    area(lens(34), blend(lighten(colour, 0.06), mix(colour, palette.near, 0.28))),
    detail(lens(23), mix(palette.light, palette.second, 0.3), 0.95),
    detail(lens(12), blend(lighten(colour, 0.05), mix(colour, palette.near, 0.2))),
    detail("M-35 -70C-20 -62 20 -62 35 -70L33 -61C18 -54 -18 -54 -33 -61Z", palette.second, 0.9),
    detail(blob(pairs([-22, -88, -13, -94, -16, -78, -24, -72])), palette.light, 0.35),
    area(roundRect(-7, -12, 14, 11, 2.5), blend(hex("#a8743c"), hex("#6b4522"))),
  ];
}
