import { lighten, mix } from "../../colour.js";
import { type Point, circle, curve, downTo, polyline } from "../path.js";
import { type Layer, type Shape, area, blend, detail, line } from "../shape.js";
import { type Stage, stageFor } from "../stage.js";
import { type TerrainWish, heightAt, rolling } from "../terrain.js";

const ROWS = 4;

/** Soft hills to the front: some ploughed, some with bushes, flowers and grass nearest. */
export function drawHills(stage: Stage): Layer[] {
  const layers: Layer[] = [];
  for (let i = 0; i < ROWS; i += 1)
    layers.push({ depth: 0.42 + i * 0.1, shapes: hill(stageFor(stage, `hill${i}`), i) });
  layers.push({ depth: 0.86, shapes: meadow(stageFor(stage, "meadow")) });
  return layers;
}

function hill({ width, height, horizon, unit, density, palette, chance }: Stage, i: number): Shape[] {
  const share = i / ROWS;
  const wish: TerrainWish = {
    width,
    y: horizon + (height - horizon) * share * 0.86 - unit * 0.02,
    swing: unit * chance.between(0.03, 0.065),
  };
  const points = rolling(chance, wish);
  const base = mix(mix(palette.far, palette.ground, 0.45 + share * 0.6), palette.near, share * share * 0.5);
  const top = lighten(mix(base, palette.skyLow, 0.22 - share * 0.2), 0.02);
  const body = downTo(curve(points), -60, width + 60, height + 20);
  const shapes: Shape[] = [area(body, blend(top, mix(base, palette.near, 0.22)))];
  if (chance.is(0.55 * density)) {
    for (let row = 1; row <= 5; row += 1) {
      const lower = points.map(([x, y]) => [x, y + row * unit * 0.017 * (1 + share)] as const);
      shapes.push(line(curve(lower), mix(base, palette.near, 0.35), unit * 0.0035, 0.45));
    }
  }
  if (i < 2) {
    let bushes = "";
    for (let k = 0; k < Math.round(9 * density); k += 1) {
      const x = chance.between(0, width);
      const radius = unit * chance.between(0.009, 0.02);
      const y = heightAt(points, x) + radius * 0.35;
      bushes +=
        circle(x - radius * 0.8, y, radius * 0.75) +
        circle(x, y - radius * 0.4, radius) +
        circle(x + radius * 0.9, y, radius * 0.7);
    }
    shapes.push(detail(bushes, mix(base, palette.near, 0.5)));
  }
  return shapes;
}

/** Four petals, seen from afar. */
const blossom = ([x, y]: Point, size: number): string =>
  circle(x - size * 0.6, y, size * 0.75) +
  circle(x + size * 0.6, y, size * 0.75) +
  circle(x, y - size * 0.6, size * 0.75) +
  circle(x, y + size * 0.5, size * 0.75);

function meadow({ width, height, horizon, unit, density, palette, chance }: Stage): Shape[] {
  let blades = "";
  const blossoms: [string, string, string] = ["", "", ""];
  const bottom = height + 6;
  for (let i = 0; i < Math.round(150 * density); i += 1) {
    const x = chance.between(-10, width + 10);
    const tall = unit * chance.between(0.02, 0.065) * Math.min(1, (height - horizon) / (unit * 0.3));
    const lean = chance.between(-0.4, 0.4) * tall;
    blades += polyline([
      [x, bottom],
      [x + lean * 0.4, bottom - tall * 0.6],
      [x + lean, bottom - tall],
    ]);
    if (chance.is(0.16)) blossoms[chance.whole(0, 2)] += blossom([x + lean, bottom - tall], unit * 0.007);
  }
  // Further up the slope they are smaller and stand in loose drifts.
  for (let i = 0; i < Math.round(46 * density); i += 1) {
    const near = chance.next();
    const y = height - (height - horizon) * (0.34 * (1 - near) + 0.04);
    const x = width * ((Math.floor(chance.next() * 4) + chance.next() * 0.62) / 4);
    blossoms[chance.whole(0, 2)] += blossom([x, y], unit * (0.0025 + 0.0035 * near));
  }
  const grass = mix(palette.ground, palette.near, 0.72);
  const [first, second, third] = blossoms;
  return [
    line(blades, grass, unit * 0.0045, 0.9),
    detail(first, palette.accent),
    detail(second, palette.second),
    detail(third, palette.light),
  ];
}
