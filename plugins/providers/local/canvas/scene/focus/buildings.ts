import { type Colour, hex, lighten, mix } from "../../colour.js";
import { type Point, circle, ellipse, polygon, rect, roundRect, pairs } from "../path.js";
import { type Shape, area, blend, detail, fade, light, line } from "../shape.js";
import type { FocusWish, Stage } from "../stage.js";

const warm = ({ palette }: Stage): Colour => mix(palette.light, hex("#ffc861"), palette.isDark ? 0.7 : 0.3);

/** A gabled house with chimney, 100 high on (0, 0). A church gets a steeple, a barn a wide door. */
export function drawHouse(stage: Stage, { word, colour }: FocusWish): Shape[] {
  const { palette, chance } = stage;
  const wall = mix(palette.light, colour, word === "barn" ? 0.85 : 0.22);
  const roof = mix(colour, palette.near, 0.18);
  const side = mix(wall, palette.near, 0.26);
  const pane = warm(stage);
  const shapes: Shape[] = [
    detail(ellipse(0, 0, 66, 5), palette.ink, 0.25),
    area(rect(26, -88, 11, 34), mix(roof, palette.ink, 0.25)),
    area(polygon(pairs([-46, 0, -46, -44, -16, -72, 14, -44, 14, 0])), blend(lighten(wall, 0.03), wall)),
    area(rect(14, -44, 40, 44), side),
    area(polygon(pairs([-16, -78, 36, -78, 62, -40, 14, -40])), blend(lighten(roof, 0.06), roof)),
    area(
      polygon(pairs([-54, -38, -16, -78, 22, -38, 16, -36, -16, -68, -48, -36])),
      mix(roof, palette.ink, 0.2),
    ),
  ];
  const openings = [
    rect(24, -30, 8, 12),
    rect(38, -30, 8, 12),
    rect(-40, -32, 10, 13),
    circle(-16, -54, 4.5),
  ].join("");
  shapes.push(area(openings, pane), line("M28 -30v12M42 -30v12M-35 -32v13M-40 -25.500h10", side, 0.9));
  const door = word === "barn" ? rect(-26, -28, 22, 28) : roundRect(-22, -26, 12, 26, 2);
  shapes.push(area(door, mix(palette.accent, palette.near, 0.45)));
  if (word === "church" || word === "temple") {
    shapes.push(
      area(rect(-26, -104, 20, 40), wall),
      area(polygon(pairs([-29, -104, -16, -140, -3, -104])), roof),
      line("M-16 -140v-11M-20 -147h8", roof, 1.8),
      area(circle(-16, -92, 4), pane),
    );
  } else shapes.push(...smoke(stage, [31, -90]));
  if (palette.isDark) shapes.push(light(circle(-10, -26, 60), fade(pane, 0.3)));
  if (chance.is(0.5))
    shapes.push(line("M-78 0v-11M-66 0v-11M-54 0v-11M-80 -8h28", mix(palette.light, palette.near, 0.2), 2.2));
  return shapes;
}

function smoke({ palette, chance }: Stage, [x, y]: Point): Shape[] {
  const puffs = [0, 1, 2, 3].map((i) => circle(x + i * chance.between(2, 6), y - 5 - i * 9, 4 + i * 2.4));
  return [light(puffs.join(""), palette.light, 0.45, 1.6)];
}

/** A castle of towers with flags, 100 high on (0, 0). */
export function drawCastle(stage: Stage, { colour }: FocusWish): Shape[] {
  const { palette, chance } = stage;
  const stone = mix(mix(palette.light, palette.far, 0.45), colour, 0.12);
  const roof = mix(colour, palette.near, 0.15);
  const tower = (x: number, half: number, tall: number): Shape[] => [
    area(
      rect(x - half, -tall, half * 2, tall),
      blend(lighten(stone, 0.04), mix(stone, palette.near, 0.34), "across"),
    ),
    area(rect(x - half - 2, -tall - 4, half * 2 + 4, 6), stone),
    area(
      polygon([
        [x - half - 3, -tall - 4],
        [x, -tall - half * 3],
        [x + half + 3, -tall - 4],
      ]),
      blend(lighten(roof, 0.06), roof, "across"),
    ),
    line(`M${x} ${-tall - half * 3}v-8`, palette.ink, 0.9),
    area(
      polygon([
        [x, -tall - half * 3 - 8],
        [x + 8, -tall - half * 3 - 5.5],
        [x, -tall - half * 3 - 3],
      ]),
      palette.accent,
    ),
    area(roundRect(x - 1.8, -tall + 9, 3.6, 8, 1.8), warm(stage)),
  ];
  const battlements = [-36, -26, -16, -6, 4, 14, 24, 34].map((x) => rect(x - 3, -40, 6, 6)).join("");
  return [
    detail(ellipse(0, 0, 70, 5), palette.ink, 0.25),
    ...tower(0, 10, 66),
    ...tower(-20, 7, 50 + chance.between(0, 10)),
    ...tower(21, 7, 52 + chance.between(0, 10)),
    area(rect(-42, -35, 84, 35) + battlements, blend(stone, mix(stone, palette.near, 0.22))),
    ...tower(-44, 8, 46),
    ...tower(44, 8, 46),
    area("M-9 0V-16A9 9 0 0 1 9 -16V0Z", mix(palette.ink, palette.accent, 0.2)),
    detail(
      rect(-30, -24, 3, 7) + rect(27, -24, 3, 7) + rect(-20, -24, 3, 7) + rect(17, -24, 3, 7),
      warm(stage),
    ),
  ];
}

/** A striped lighthouse on a rock, with its beam, 100 high on (0, 0). */
export function drawLighthouse(stage: Stage, { colour }: FocusWish): Shape[] {
  const { palette, chance } = stage;
  const edge = (y: number): number => 7 + (-y / 84) * -2.6 + 2.6;
  const stripe = (from: number, to: number): string =>
    polygon([
      [-edge(from), from],
      [edge(from), from],
      [edge(to), to],
      [-edge(to), to],
    ]);
  const rock = mix(palette.near, palette.far, 0.25);
  const beamSide = chance.is(0.5) ? 1 : -1;
  const beam = (side: number): string =>
    polygon([
      [0, -91],
      [side * 190, -122],
      [side * 190, -74],
    ]);
  return [
    light(
      beam(beamSide),
      blend(warm(stage), warm(stage), "across", beamSide > 0 ? [0.75, 0] : [0, 0.75]),
      palette.isDark ? 0.9 : 0.55,
      1.5,
    ),
    area(
      polygon(pairs([-52, 12, -40, -3, -22, -8, -8, -13, 14, -11, 30, -5, 42, 0, 56, 12])),
      blend(lighten(rock, 0.07), mix(rock, palette.ink, 0.3)),
    ),
    area(stripe(-8, -84), blend(palette.light, mix(palette.light, palette.near, 0.32), "across")),
    ...[
      [-14, -29],
      [-44, -59],
      [-72, -84],
    ].map(([from, to]) => detail(stripe(from, to), blend(colour, mix(colour, palette.near, 0.35), "across"))),
    area(rect(-9, -87, 18, 3.4), palette.ink),
    area(rect(-4.6, -97, 9.2, 10), warm(stage)),
    line("M-4.600 -97v10M0 -97v10M4.600 -97v10M-9 -87v-4M9 -87v-4M-9 -91h18", palette.ink, 0.9),
    area("M-6 -97C-5 -103 5 -103 6 -97Z", mix(colour, palette.ink, 0.3)),
    light(circle(0, -92, 22), fade(warm(stage), 0.8)),
    area(roundRect(-2.6, -19, 5.2, 11, 2.6), palette.ink),
  ];
}

/** A windmill with four sails, 100 high on (0, 0). */
export function drawWindmill({ palette, chance }: Stage, { colour }: FocusWish): Shape[] {
  const wall = mix(palette.light, colour, 0.18);
  const turn = chance.between(0, Math.PI / 2);
  const at = (angle: number, along: number, across: number): Point => [
    Math.cos(angle) * along - Math.sin(angle) * across,
    -68 + Math.sin(angle) * along + Math.cos(angle) * across,
  ];
  const sails = [0, 1, 2, 3].map((i) => {
    const angle = turn + (i * Math.PI) / 2;
    return polygon([at(angle, 8, 1), at(angle, 46, 1), at(angle, 46, 10), at(angle, 12, 9)]);
  });
  const arms = [0, 1, 2, 3].map(
    (i) =>
      `M0 -68L${at(turn + (i * Math.PI) / 2, 47, 0)
        .map((v) => v.toFixed(1))
        .join(" ")}`,
  );
  return [
    detail(ellipse(0, 0, 34, 4), palette.ink, 0.25),
    area(
      polygon(pairs([-21, 0, -13, -64, 13, -64, 21, 0])),
      blend(wall, mix(wall, palette.near, 0.35), "across"),
    ),
    area("M-15 -63C-13 -80 13 -80 15 -63Z", mix(colour, palette.near, 0.25)),
    area("M-5 0V-13A5 5 0 0 1 5 -13V0Z", mix(palette.near, palette.accent, 0.3)),
    area(rect(-3, -42, 6, 8) + rect(-2.6, -28, 5.2, 7), palette.ink),
    area(sails.join(""), palette.light, 0.92),
    line(arms.join(""), palette.ink, 1.6),
    area(circle(0, -68, 3), palette.ink),
  ];
}
