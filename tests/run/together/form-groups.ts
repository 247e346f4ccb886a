import { slowFirst } from "../order.js";

/** Files that need a process of their own: parts of paths, and why. */
export const ALONE: readonly { part: string; why: string }[] = [
  { part: "cluster/soak/", why: "it takes minutes, and the files behind it would wait" },
  {
    part: "http/cli/commands",
    why: "it reloads areas: their code stays another one for the rest of the process",
  },
  {
    part: "http/cli/plugin-commands",
    why: "its tests wait for processes that they start, and load little themselves",
  },
  {
    part: "http/gateway/bodies.test",
    why: "in a group on a busy machine a write of 40 MB met EPIPE twice; whether the group or the load did it is not known",
  },
  { part: "http/operations/", why: "it reloads areas and plugins" },
  { part: "service/runtime/area-host", why: "it reloads areas" },
  {
    part: "service/webhooks/isolation",
    why: "it waits for most of its 38 s, and the files behind it in a group would wait too",
  },
];

/** Files that share processes with each other only, so many to a process: parts of paths, and why. */
export const APART: readonly { part: string; together: number; why: string }[] = [
  {
    part: "http/crashes/",
    together: 3,
    why: "its tests wait for processes that they start and kill, and other files behind them in a group would wait too",
  },
];

export interface Formed {
  alone: string[];
  groups: string[][];
}

export interface Dealing {
  most: number;
  /** Processes that run side by side. */
  atOnce: number;
}

/**
 * Deals test files to groups that run in a process each, about `most` files to a group, and to no fewer groups than run side
 * by side. The slow ones are dealt first, so that each group gets its share of them.
 */
export function formGroups(files: readonly string[], { most, atOnce }: Dealing): Formed {
  const alone = files.filter((file) => ALONE.some(({ part }) => file.includes(part)));
  const apart = APART.map(({ part, together }) => ({
    own: files.filter((file) => file.includes(part) && !alone.includes(file)),
    together,
  }));
  const set = new Set([...alone, ...apart.flatMap(({ own }) => own)]);
  const others = files.filter((file) => !set.has(file));
  const groups = [
    ...apart.flatMap(({ own, together }) => deal(own, Math.ceil(own.length / Math.min(most, together)))),
    ...deal(others, Math.max(atOnce, Math.ceil(others.length / most))),
  ];
  for (const group of groups) if (group.length === 1) alone.push(...group);
  return { alone, groups: groups.filter(({ length }) => length > 1) };
}

/** Deals from the first group to the last, and then from the last to the first, so that each group has as many slow files. */
function deal(files: readonly string[], count: number): string[][] {
  const sorted = files.toSorted(slowFirst);
  return Array.from({ length: count }, (_, group) =>
    sorted.filter(
      (__, index) => (Math.floor(index / count) % 2 ? count - 1 - (index % count) : index % count) === group,
    ),
  );
}
