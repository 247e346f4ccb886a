import { lighten, mix } from "../../colour.js";
import type { Chance } from "../../seed.js";
import { type Point, downTo, polygon, polyline, rect } from "../path.js";
import { type Layer, type Shape, area, blend, detail, fade, light } from "../shape.js";
import { type Stage, stageFor } from "../stage.js";
import { ridge } from "../terrain.js";

/** Two hazy ridges, then peaks with a lit and a shaded flank and snow on top. */
export function drawMountain(stage: Stage): Layer[] {
  const { width, height, horizon, rise, palette } = stage;
  const layers: Layer[] = [0, 1].map((i) => {
    const { chance } = stageFor(stage, `ridge${i}`);
    const y = horizon - rise * (0.3 - i * 0.14);
    const points = ridge(chance, { width, y, swing: rise * 0.1 });
    const colour = mix(palette.skyLow, palette.far, 0.4 + i * 0.35);
    return {
      depth: 0.2 + i * 0.05,
      shapes: [area(downTo(polyline(points), -60, width + 60, horizon + 4), colour)],
    };
  });
  const peaks = stageFor(stage, "peaks");
  const count = Math.max(1, Math.round(peaks.chance.between(1.6, 3.4) * Math.min(1.8, width / height)));
  const shapes: Shape[] = [];
  for (let i = 0; i < count; i += 1) shapes.push(...peak(peaks, i, count));
  shapes.push(haze(stage));
  layers.push({ depth: 0.35, shapes });
  return layers;
}

function peak({ width, horizon, rise, palette, chance, lightX }: Stage, i: number, count: number): Shape[] {
  const x = (width * (i + chance.between(0.2, 0.8))) / count;
  const tall = Math.min(horizon * 0.8, rise * chance.between(0.3, 0.56));
  const top: Point = [x, horizon - tall];
  const left: Point = [x - tall * chance.between(0.8, 1.25), horizon + 4];
  const right: Point = [x + tall * chance.between(0.8, 1.25), horizon + 4];
  const leftFlank = rugged(chance, left, top);
  const rightFlank = rugged(chance, top, right);
  const spine = rugged(chance, top, [x + tall * chance.between(-0.22, 0.22), horizon + 4]);
  const isLitLeft = lightX < x;
  const body = mix(palette.far, palette.near, 0.42 + 0.1 * (i % 2));
  const lit = lighten(mix(body, palette.skyLow, 0.24), 0.03);
  const shadeSide = isLitLeft
    ? [...rightFlank, ...spine.toReversed()]
    : [...leftFlank, ...spine.toReversed()];
  const snowLine = chance.between(0.26, 0.4);
  return [
    area(polygon([...leftFlank, ...rightFlank.slice(1)]), blend(lit, mix(lit, palette.far, 0.45))),
    detail(polygon(shadeSide), blend(mix(body, palette.ink, 0.25), body), 0.9),
    area(snowCap(chance, leftFlank, rightFlank, snowLine), mix(palette.light, palette.skyLow, 0.12)),
    detail(
      snowCap(
        chance,
        isLitLeft ? spine.toReversed() : leftFlank,
        isLitLeft ? rightFlank : spine,
        snowLine * 0.94,
      ),
      mix(palette.light, palette.far, 0.45),
      0.8,
    ),
  ];
}

/** Both flanks down to the snow line, joined by a zigzag; `up` ends at the top, `down` starts there. */
function snowCap(chance: Chance, up: readonly Point[], down: readonly Point[], share: number): string {
  const steps = Math.max(2, Math.round(up.length * share));
  const leftEdge = up.slice(-steps);
  const rightEdge = down.slice(0, steps);
  const [from, to] = [rightEdge[rightEdge.length - 1], leftEdge[0]];
  const zigzag: Point[] = [];
  const teeth = 6;
  for (let i = 1; i < teeth; i += 1) {
    const rise = (i % 2 === 0 ? 1 : -1) * Math.abs(from[0] - to[0]) * chance.between(0.05, 0.13);
    zigzag.push([
      from[0] + ((to[0] - from[0]) * i) / teeth,
      from[1] + ((to[1] - from[1]) * i) / teeth + rise,
    ]);
  }
  return polygon([...leftEdge, ...rightEdge, ...zigzag]);
}

function rugged(chance: Chance, from: Point, to: Point): Point[] {
  const steps = 14;
  const reach = Math.hypot(to[0] - from[0], to[1] - from[1]) * 0.018;
  return Array.from({ length: steps + 1 }, (_, i): Point => {
    const isEnd = i === 0 || i === steps;
    const wobble = (): number => (isEnd ? 0 : chance.between(-reach, reach));
    return [
      from[0] + ((to[0] - from[0]) * i) / steps + wobble(),
      from[1] + ((to[1] - from[1]) * i) / steps + wobble(),
    ];
  });
}

/** Mist at the feet. */
export function haze({ width, horizon, unit, palette }: Stage): Shape {
  const tall = unit * 0.2;
  return light(rect(-20, horizon - tall, width + 40, tall + 6), {
    ...fade(palette.skyLow, 0, "down"),
    toAlpha: 0.72,
  });
}
