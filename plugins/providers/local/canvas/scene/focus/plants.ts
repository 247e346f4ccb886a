import { type Colour, hex, lighten, mix } from "../../colour.js";
import { type Point, blob, circle, ellipse, polygon, pairs } from "../path.js";
import { type Shape, area, blend, detail, line } from "../shape.js";
import type { FocusWish, Stage } from "../stage.js";

const BLOSSOMS = /^(?:blossom|cherry blossom|cherry tree|sakura|orchard)$/u;

/** A broad tree with a forked trunk and a crown of many bunches, 100 high on (0, 0). */
export function drawTree(
  { palette, chance, density }: Stage,
  { word, colour }: FocusWish,
  isTinted: boolean,
): Shape[] {
  const own = BLOSSOMS.test(word)
    ? hex("#f6a5c0")
    : word === "maple"
      ? hex("#d8562a")
      : mix([0.58, -0.09, 0.08], palette.ground, 0.5);
  const leaf = isTinted ? colour : mix(own, palette.far, 0.12);
  const bark = mix(hex("#5d4032"), palette.near, 0.3);
  const shapes: Shape[] = [
    detail(ellipse(0, 0, 36, 4), palette.ink, 0.25),
    area(
      "M-7 1C-4 -12 -4 -26 -5 -36C-10 -46 -18 -52 -22 -58L-18 -60C-12 -54 -6 -50 -2 -46L0 -64H4L4 -46C9 -52 15 -56 20 -64L23 -62C20 -52 12 -44 6 -36C5 -24 6 -10 9 1Z",
      blend(lighten(bark, 0.06), mix(bark, palette.ink, 0.25), "across"),
    ),
  ];
  const tones: Colour[] = [
    mix(leaf, palette.near, 0.4),
    mix(leaf, palette.near, 0.18),
    leaf,
    lighten(mix(leaf, palette.light, 0.2), 0.03),
  ];
  tones.forEach((tone, k) => {
    let crown = "";
    const count = Math.round((13 - k) * (0.7 + density * 0.3));
    for (let i = 0; i < count; i += 1) {
      const angle = (i / count) * Math.PI * 2 + chance.between(-0.3, 0.3);
      const reach = chance.between(0.25, 1) * (27 - k * 3);
      const spot: Point = [
        Math.cos(angle) * reach * 1.3 - k * 2,
        -68 + Math.sin(angle) * reach * 0.8 - k * 3.2,
      ];
      crown += circle(...spot, chance.between(7, 12) - k * 1.7);
    }
    shapes.push(k === 0 ? area(crown, tone) : detail(crown, tone, 0.92));
  });
  return shapes;
}

/** A leaning palm, 100 high on (0, 0). */
export function drawPalm({ palette, chance }: Stage, { colour }: FocusWish): Shape[] {
  const green = mix(mix(hex("#2f8f4f"), palette.near, 0.35), colour, 0.2);
  const bark = mix(hex("#8a6238"), palette.near, 0.25);
  const [hx, hy]: Point = [18, -80];
  const frond = (angle: number, reach: number): string => {
    const [tx, ty] = [hx + Math.cos(angle) * reach, hy + Math.sin(angle) * reach * 0.6 + reach * 0.42];
    const [mx, my] = [hx + Math.cos(angle) * reach * 0.55, hy + Math.sin(angle) * reach * 0.75 - 8];
    const f = (value: number): string => value.toFixed(1);
    return `M${hx} ${hy}Q${f(mx)} ${f(my - 4)} ${f(tx)} ${f(ty)}Q${f(mx - 2)} ${f(my + 9)} ${hx} ${hy}Z`;
  };
  const angles = [-0.2, 0.35, -0.75, -1.35, -1.9, -2.45, -2.95, -3.5];
  return [
    area(
      "M-4 2C0 -28 6 -56 16 -81L20 -79C13 -54 8 -28 6 2Z",
      blend(lighten(bark, 0.08), mix(bark, palette.ink, 0.2), "across"),
    ),
    line(
      "M-2 -14L6 -12M0 -28L8 -26M3 -42L11 -40M7 -56L14 -54M11 -68L17 -66",
      mix(bark, palette.ink, 0.45),
      1,
      0.7,
    ),
    ...angles.map((angle, i) =>
      area(frond(angle, chance.between(34, 46)), mix(green, i % 2 === 0 ? palette.light : palette.ink, 0.16)),
    ),
    area(circle(15, -77, 3.4) + circle(21, -76, 3.4), mix(bark, palette.ink, 0.3)),
  ];
}

/** A flower of its kind on a stem with leaves, 100 high on (0, 0). */
export function drawFlower({ palette, chance }: Stage, { word, colour }: FocusWish): Shape[] {
  const green = mix(hex("#4d9a4a"), palette.near, 0.28);
  const sway = chance.between(-6, 6);
  const shapes: Shape[] = [
    line(`M0 2C${sway} -20 ${-sway} -44 0 -70`, mix(green, palette.near, 0.2), 3.2),
    area(
      "M0 -16C-10 -34 -26 -36 -34 -32C-28 -20 -14 -12 0 -16ZM0 -30C10 -46 24 -48 31 -45C26 -34 13 -26 0 -30Z",
      blend(lighten(green, 0.08), green),
    ),
  ];
  if (word === "tulip") return [...shapes, ...tulip(colour, palette.ink)];
  if (word === "rose") return [...shapes, ...rose(colour, palette.ink)];
  const isSun = word === "sunflower";
  const petals = isSun
    ? 20
    : word === "lotus" || word === "lily"
      ? 8
      : word === "poppy"
        ? 5
        : chance.whole(8, 13);
  const petal = isSun ? hex("#f7b512") : colour;
  const reach = 27;
  const wide = word === "poppy" ? 15 : Math.max(3.4, 62 / petals);
  const ringOf = (turn: number, length: number): string =>
    Array.from({ length: petals }, (_, i) => petalPath(turn + (i / petals) * Math.PI * 2, length, wide)).join(
      "",
    );
  shapes.push(
    area(ringOf(Math.PI / petals, reach + 2), mix(petal, palette.near, 0.24)),
    area(ringOf(0, reach), blend(lighten(petal, 0.04), mix(petal, palette.light, 0.25), "out")),
    area(circle(0, -72, isSun ? 13 : 8), isSun ? hex("#4a2a14") : mix(palette.second, hex("#f2b01e"), 0.6)),
  );
  const seeds = Array.from({ length: 16 }, (_, i) =>
    circle(Math.cos(i * 2.4) * i * 0.42, -72 + Math.sin(i * 2.4) * i * 0.42, 0.9),
  );
  return [
    ...shapes,
    detail(seeds.join(""), isSun ? hex("#8a5a24") : mix(palette.ink, palette.accent, 0.3), 0.8),
  ];
}

function petalPath(angle: number, reach: number, wide: number): string {
  const at = (along: number, across: number): Point => [
    Math.cos(angle) * along - Math.sin(angle) * across,
    -72 + Math.sin(angle) * along + Math.cos(angle) * across,
  ];
  return blob([at(3, 0), at(reach * 0.6, wide * 0.62), at(reach, 0), at(reach * 0.6, -wide * 0.62)]);
}

const tulip = (colour: Colour, ink: Colour): Shape[] => [
  area(
    "M-15 -94C-20 -74 -14 -62 0 -62C14 -62 20 -74 15 -94L6 -82L0 -98L-6 -82Z",
    blend(lighten(colour, 0.08), mix(colour, ink, 0.15)),
  ),
  area("M0 -98C-9 -86 -9 -70 0 -62C9 -70 9 -86 0 -98Z", lighten(colour, 0.06)),
];

function rose(colour: Colour, ink: Colour): Shape[] {
  const shapes: Shape[] = [];
  for (let ring = 0; ring < 4; ring += 1) {
    const radius = 22 - ring * 5.2;
    const bumps = Array.from({ length: 5 }, (_, i): string => {
      const angle = (i / 5) * Math.PI * 2 + ring * 0.7;
      return circle(Math.cos(angle) * radius * 0.5, -74 + Math.sin(angle) * radius * 0.45, radius * 0.62);
    });
    shapes.push(
      area(bumps.join(""), ring % 2 === 0 ? mix(colour, ink, 0.2) : lighten(colour, 0.03 + ring * 0.02)),
    );
  }
  return [...shapes, line("M-3 -76C0 -80 5 -77 3 -73C1 -69 -5 -71 -5 -75", mix(colour, ink, 0.45), 1.4)];
}

/** Apples, or cherries, berries and pears by word, 100 high on (0, 0). */
export function drawFruit({ palette }: Stage, { word, colour }: FocusWish, isTinted: boolean): Shape[] {
  const own = word === "pear" ? "#b9c24a" : word === "berry" || word === "cherry" ? "#b3123f" : "#d8342c";
  const skin = isTinted ? colour : mix(hex(own), palette.accent, 0.15);
  const stem = mix(hex("#5d4032"), palette.near, 0.2);
  const leaf = area(
    polygon(pairs([4, -84, 20, -100, 34, -92, 18, -80])),
    mix(hex("#5aa64b"), palette.near, 0.15),
  );
  const body = blend(lighten(skin, 0.1), mix(skin, palette.ink, 0.28));
  const shadow = detail(ellipse(3, 0, 42, 5), palette.ink, 0.3);
  if (word === "cherry" || word === "berry") {
    return [
      shadow,
      line("M-18 -36C-14 -62 -4 -80 6 -92M20 -32C20 -60 14 -80 6 -92", stem, 2.4),
      area(circle(-20, -20, 20) + circle(21, -17, 18), body),
      detail(circle(-27, -28, 5) + circle(15, -24, 4.5), palette.light, 0.7),
      leaf,
    ];
  }
  const outline =
    word === "pear"
      ? blob(pairs([0, -84, 12, -72, 18, -50, 33, -28, 26, -4, 0, 0, -26, -4, -33, -28, -18, -50, -12, -72]))
      : blob(
          pairs([0, -70, 20, -78, 39, -60, 37, -26, 17, -1, 0, -4, -17, -1, -37, -26, -39, -60, -20, -78]),
        );
  return [
    shadow,
    area(outline, body),
    line("M0 -72C0 -82 2 -88 6 -94", stem, 3.4),
    leaf,
    detail(ellipse(-19, -48, 6, 12), palette.light, 0.5),
  ];
}
