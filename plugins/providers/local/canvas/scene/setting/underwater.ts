import { type Colour, lighten, mix } from "../../colour.js";
import type { Chance } from "../../seed.js";
import { type Point, blob, circle, curve, downTo, polygon, rect } from "../path.js";
import { type Layer, type Shape, area, blend, detail, fade, light, line } from "../shape.js";
import { type Stage, stageFor } from "../stage.js";
import { rolling } from "../terrain.js";

/** Light from above, rocks, weed and corals, bubbles, a school of small fish. */
export function drawUnderwater(stage: Stage): Layer[] {
  return [
    { depth: 0, shapes: water(stageFor(stage, "water")) },
    { depth: 0.3, shapes: bottom(stageFor(stage, "far"), 0.78, 0.45) },
    { depth: 0.4, shapes: school(stageFor(stage, "school")) },
    { depth: 0.55, shapes: bottom(stageFor(stage, "near"), 0.88, 0.85) },
    { depth: 0.6, shapes: [...corals(stageFor(stage, "corals")), ...weed(stageFor(stage, "weed"))] },
    { depth: 0.95, shapes: bubbles(stageFor(stage, "bubbles")) },
  ];
}

function water({ width, height, unit, palette, chance }: Stage): Shape[] {
  const top = lighten(mix(palette.water, palette.skyLow, 0.55), 0.03);
  const shapes: Shape[] = [
    area(rect(-20, -20, width + 40, height + 40), blend(top, mix(palette.water, palette.near, 0.7))),
  ];
  for (let i = 0; i < 7; i += 1) {
    const x = width * chance.between(0.1, 0.9);
    const half = unit * chance.between(0.02, 0.07);
    const lean = unit * chance.between(-0.25, 0.25);
    const beam = polygon([
      [x - half, -10],
      [x + half, -10],
      [x + lean + half * 2.6, height * 0.9],
      [x + lean - half * 2.6, height * 0.9],
    ]);
    shapes.push(light(beam, fade(palette.light, 0.34, "down"), 1, 4));
  }
  return shapes;
}

function bottom({ width, height, unit, palette, chance }: Stage, level: number, share: number): Shape[] {
  const points = rolling(chance, { width, y: height * level, swing: unit * 0.05 });
  const colour = mix(mix(palette.water, palette.ground, share * 0.5), palette.near, share * 0.55);
  return [area(downTo(curve(points), -60, width + 60, height + 20), blend(lighten(colour, 0.06), colour))];
}

function school({ width, height, unit, density, palette, chance }: Stage): Shape[] {
  const [cx, cy] = [width * chance.between(0.2, 0.8), height * chance.between(0.2, 0.5)];
  const side = chance.is(0.5) ? 1 : -1;
  let path = "";
  for (let i = 0; i < Math.round(16 * density); i += 1) {
    const size = unit * chance.between(0.014, 0.024);
    const [x, y] = [cx + unit * chance.between(-0.3, 0.3), cy + unit * chance.between(-0.12, 0.12)];
    path += blob([
      [x + side * size, y],
      [x, y - size * 0.4],
      [x - side * size * 0.8, y],
      [x, y + size * 0.4],
    ]);
    path += polygon([
      [x - side * size * 0.6, y],
      [x - side * size * 1.35, y - size * 0.4],
      [x - side * size * 1.35, y + size * 0.4],
    ]);
  }
  return [area(path, mix(palette.second, palette.water, 0.25))];
}

function corals({ width, height, unit, density, palette, chance }: Stage): Shape[] {
  const shapes: Shape[] = [];
  for (let i = 0; i < Math.round(6 * density); i += 1) {
    const foot: Point = [width * chance.next(), height * chance.between(0.9, 1.01)];
    const colour = chance.pick([palette.accent, palette.second, mix(palette.accent, palette.light, 0.35)]);
    if (chance.is(0.5))
      shapes.push(
        line(branches(chance, foot, unit * chance.between(0.1, 0.19), -Math.PI / 2, 4), colour, unit * 0.013),
      );
    else shapes.push(...brain(chance, foot, unit * chance.between(0.05, 0.1), colour));
  }
  return shapes;
}

function branches(chance: Chance, from: Point, reach: number, angle: number, left: number): string {
  const to: Point = [from[0] + Math.cos(angle) * reach * 0.5, from[1] + Math.sin(angle) * reach * 0.5];
  const own = curve([from, [(from[0] + to[0]) / 2 + chance.between(-4, 4), (from[1] + to[1]) / 2], to]);
  if (left === 0) return own;
  const fork = [-1, 1].map((side) =>
    branches(chance, to, reach * 0.74, angle + side * chance.between(0.25, 0.6), left - 1),
  );
  return own + fork.join("");
}

function brain(chance: Chance, [x, y]: Point, radius: number, colour: Colour): Shape[] {
  const bumps = [-1, -0.45, 0.1, 0.6, 1].map((share) =>
    circle(x + radius * share, y - radius * (0.5 - Math.abs(share) * 0.4), radius * chance.between(0.4, 0.6)),
  );
  return [
    area(bumps.join(""), colour),
    detail(circle(x, y - radius * 0.3, radius * 0.22), lighten(colour, 0.1), 0.6),
  ];
}

function weed({ width, height, unit, density, palette, chance }: Stage): Shape[] {
  const green = mix([0.55, -0.11, 0.07], palette.near, 0.4);
  return Array.from({ length: Math.round(9 * density) }, () => {
    const x = chance.is(0.5) ? width * chance.between(0, 0.3) : width * chance.between(0.7, 1);
    const tall = unit * chance.between(0.18, 0.5);
    const sway = unit * chance.between(0.012, 0.03);
    const points = Array.from({ length: 7 }, (_, i): Point => [
      x + (i % 2 === 0 ? sway : -sway),
      height + 10 - (tall * i) / 6,
    ]);
    return line(
      curve(points),
      mix(green, palette.water, chance.between(0, 0.4)),
      unit * chance.between(0.009, 0.016),
    );
  });
}

function bubbles({ width, height, unit, density, palette, chance }: Stage): Shape[] {
  let rings = "";
  let shines = "";
  for (let i = 0; i < Math.round(26 * density); i += 1) {
    const [x, y, radius] = [
      chance.between(0, width),
      chance.between(0, height * 0.9),
      unit * chance.between(0.004, 0.016),
    ];
    rings += circle(x, y, radius);
    shines += circle(x - radius * 0.3, y - radius * 0.35, radius * 0.24);
  }
  return [
    line(rings, palette.light, 1.3, 0.7),
    detail(rings, palette.light, 0.14),
    detail(shines, palette.light, 0.9),
  ];
}
