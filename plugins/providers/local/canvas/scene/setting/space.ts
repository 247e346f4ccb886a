import { type Colour, lighten, mix } from "../../colour.js";
import { circle, ellipse, rect, star } from "../path.js";
import { type Layer, type Shape, area, blend, detail, fade, light, line } from "../shape.js";
import { type Stage, stageFor } from "../stage.js";

/** Nebulae, stars, one large planet (often with a ring) and small ones. */
export function drawSpace(stage: Stage): Layer[] {
  return [
    { depth: 0, shapes: nebula(stageFor(stage, "nebula")) },
    { depth: 0.1, shapes: starfield(stageFor(stage, "stars")) },
    { depth: 0.3, shapes: bigPlanet(stageFor(stage, "planet")) },
    { depth: 0.4, shapes: smallPlanets(stageFor(stage, "small")) },
  ];
}

function nebula({ width, height, unit, density, palette, chance }: Stage): Shape[] {
  const dark = palette.isDark ? palette.skyTop : mix(palette.skyTop, palette.ink, 0.55);
  const shapes: Shape[] = [
    area(rect(-20, -20, width + 40, height + 40), blend(dark, mix(dark, palette.skyLow, 0.45))),
  ];
  const colours: Colour[] = [palette.skyLow, palette.accent, palette.second, palette.far];
  for (let i = 0; i < Math.round(9 * density); i += 1) {
    const spot = ellipse(
      chance.between(0, width),
      chance.between(0, height),
      unit * chance.between(0.25, 0.62),
      unit * chance.between(0.14, 0.36),
    );
    shapes.push(light(spot, fade(chance.pick(colours), chance.between(0.16, 0.42))));
  }
  return shapes;
}

function starfield({ width, height, unit, density, palette, chance }: Stage): Shape[] {
  const sizes: [string, string] = ["", ""];
  for (let i = 0; i < Math.round(240 * density); i += 1) {
    sizes[chance.is(0.8) ? 0 : 1] += circle(
      chance.between(0, width),
      chance.between(0, height),
      chance.between(0.6, 1.9),
    );
  }
  const sparks = Array.from({ length: 7 }, () =>
    star(
      [chance.between(0, width), chance.between(0, height)],
      unit * chance.between(0.012, 0.026),
      unit * 0.0022,
      4,
    ),
  ).join("");
  return [
    detail(sizes[0], palette.light, 0.6),
    detail(sizes[1], palette.light),
    detail(sparks, palette.light),
  ];
}

function bigPlanet({ width, height, unit, palette, chance }: Stage): Shape[] {
  const radius = unit * chance.between(0.2, 0.31);
  const x = width * chance.between(0.28, 0.72);
  const y = height * chance.between(0.35, 0.65);
  const colour = chance.pick([palette.accent, palette.second, palette.far]);
  const tilt = chance.between(-0.35, 0.35);
  const shapes: Shape[] = [
    light(circle(x, y, radius * 1.9), fade(colour, 0.5)),
    area(circle(x, y, radius), blend(lighten(colour, 0.08), mix(colour, palette.ink, 0.45))),
    ...bands({
      x,
      y,
      radius,
      tilt,
      colour,
      shade: mix(colour, palette.ink, 0.4),
      bright: mix(colour, palette.light, 0.4),
    }),
    detail(crescentShade(x, y, radius), palette.ink, 0.38),
  ];
  if (chance.is(0.68)) shapes.push(...ring(x, y, radius, mix(palette.light, colour, 0.3)));
  return shapes;
}

interface Globe {
  x: number;
  y: number;
  radius: number;
  tilt: number;
  colour: Colour;
  shade: Colour;
  bright: Colour;
}

/** Bands of cloud: thin lens shapes that end on the globe's edge. */
function bands({ x, y, radius, tilt, shade, bright }: Globe): Shape[] {
  return [-0.62, -0.34, -0.08, 0.2, 0.46, 0.7].map((share, i) => {
    const half = radius * Math.sqrt(1 - share * share) * 0.995;
    const middle = y + radius * share;
    const bend = radius * (0.1 + Math.abs(tilt) * 0.1);
    const thick = radius * (i % 2 === 0 ? 0.09 : 0.055);
    const f = (value: number): string => value.toFixed(1);
    const path =
      `M${f(x - half)} ${f(middle)}Q${f(x)} ${f(middle + bend)} ${f(x + half)} ${f(middle)}` +
      `Q${f(x)} ${f(middle + bend + thick * 2)} ${f(x - half)} ${f(middle)}Z`;
    return detail(path, i % 2 === 0 ? shade : bright, 0.55);
  });
}

/** The night side: a sickle along the lower right edge. */
function crescentShade(x: number, y: number, r: number): string {
  const f = (value: number): string => value.toFixed(1);
  const [ax, ay, bx, by] = [x + r * 0.57, y - r * 0.82, x - r * 0.57, y + r * 0.82];
  return `M${f(ax)} ${f(ay)}A${f(r)} ${f(r)} 0 0 1 ${f(bx)} ${f(by)}A${f(r * 1.28)} ${f(r * 1.28)} 0 0 0 ${f(ax)} ${f(ay)}Z`;
}

/** The front half of a tilted ring; the back half is behind the globe and left out. */
function ring(x: number, y: number, r: number, colour: Colour): Shape[] {
  const arc = (rx: number, ry: number): string => {
    const f = (value: number): string => value.toFixed(1);
    return `M${f(x - rx)} ${f(y - ry * 0.1)}A${f(rx)} ${f(ry)} -9 0 0 ${f(x + rx)} ${f(y - ry * 0.62)}`;
  };
  return [
    line(arc(r * 1.75, r * 0.52), colour, r * 0.075, 0.85),
    line(arc(r * 1.5, r * 0.44), colour, r * 0.045, 0.6),
    line(arc(r * 1.95, r * 0.6), colour, r * 0.02, 0.7),
  ];
}

function smallPlanets({ width, height, unit, palette, chance }: Stage): Shape[] {
  return Array.from({ length: chance.whole(2, 4) }, () => {
    const [x, y] = [width * chance.between(0.04, 0.96), height * chance.between(0.05, 0.95)];
    const radius = unit * chance.between(0.018, 0.065);
    const colour = chance.pick([palette.second, palette.accent, palette.far, palette.light]);
    return [
      area(circle(x, y, radius), blend(lighten(colour, 0.05), mix(colour, palette.ink, 0.35))),
      detail(crescentShade(x, y, radius), palette.ink, 0.42),
    ];
  }).flat();
}
