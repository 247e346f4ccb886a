export type Point = readonly [x: number, y: number];

/** Two decimals are below a tenth of a pixel at the largest size; more would only make the SVG longer. */
const n = (value: number): string => String(Math.round(value * 100) / 100);
const at = ([x, y]: Point): string => `${n(x)} ${n(y)}`;

/** Points from x and y in turn: how fixed outlines are written. */
export const pairs = (numbers: readonly number[]): Point[] =>
  numbers.flatMap((x, i) => (i % 2 === 0 ? [[x, numbers[i + 1]] as const] : []));

export const polygon = (points: readonly Point[]): string => `M${points.map(at).join("L")}Z`;

export const polyline = (points: readonly Point[]): string => `M${points.map(at).join("L")}`;

export const rect = (x: number, y: number, width: number, height: number): string =>
  `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;

export function roundRect(x: number, y: number, width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  const arc = (dx: number, dy: number): string => `a${n(r)} ${n(r)} 0 0 1 ${n(dx)} ${n(dy)}`;
  return (
    `M${n(x + r)} ${n(y)}h${n(width - 2 * r)}${arc(r, r)}v${n(height - 2 * r)}${arc(-r, r)}` +
    `h${n(2 * r - width)}${arc(-r, -r)}v${n(2 * r - height)}${arc(r, -r)}Z`
  );
}

export const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${n(x - rx)} ${n(y)}a${n(rx)} ${n(ry)} 0 1 0 ${n(2 * rx)} 0a${n(rx)} ${n(ry)} 0 1 0 ${n(-2 * rx)} 0Z`;

export const circle = (x: number, y: number, radius: number): string => ellipse(x, y, radius, radius);

/** A curve through all points (Catmull-Rom). */
export function curve(points: readonly Point[]): string {
  const parts = [`M${at(points[0])}`];
  for (let i = 0; i < points.length - 1; i += 1) {
    const before = points[Math.max(0, i - 1)];
    const [from, to] = [points[i], points[i + 1]];
    const after = points[Math.min(points.length - 1, i + 2)];
    const first: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const second: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    parts.push(`C${at(first)} ${at(second)} ${at(to)}`);
  }
  return parts.join("");
}

/** A closed soft outline through all points. */
export function blob(points: readonly Point[]): string {
  const ring = [points[points.length - 1], ...points, points[0], points[1]];
  const parts = [`M${at(points[0])}`];
  for (let i = 1; i <= points.length; i += 1) {
    const [before, from, to, after] = [ring[i - 1], ring[i], ring[i + 1], ring[i + 2] ?? points[1]];
    const first: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const second: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    parts.push(`C${at(first)} ${at(second)} ${at(to)}`);
  }
  return `${parts.join("")}Z`;
}

/** Closes an open path down to a floor, so that it becomes a surface. */
export const downTo = (path: string, left: number, right: number, floor: number): string =>
  `${path}L${n(right)} ${n(floor)}L${n(left)} ${n(floor)}Z`;

/** A star with so many tips. */
export function star([x, y]: Point, outer: number, inner: number, tips: number, turn = 0): string {
  const points: Point[] = [];
  for (let i = 0; i < tips * 2; i += 1) {
    const angle = turn + (i * Math.PI) / tips;
    const radius = i % 2 === 0 ? outer : inner;
    points.push([x + Math.sin(angle) * radius, y - Math.cos(angle) * radius]);
  }
  return polygon(points);
}
