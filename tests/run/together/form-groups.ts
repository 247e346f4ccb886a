import { slowFirst } from "../order.js";

/** Files that need a process of their own, by parts of their paths, with the reason. */
export const ALONE: readonly { part: string; why: string }[] = [
  {
    part: "http/cli/commands",
    why: "it reloads areas, whose code then stays replaced for the rest of the process",
  },
  {
    part: "http/cli/plugin-commands",
    why: "its tests wait for processes that they start, and load little themselves",
  },
  {
    part: "http/crashes/killer-jobs",
    why: "if what it proves were not so, its job would kill the process of the group",
  },
  {
    part: "http/gateway/bodies.test",
    why: "in a group on a busy machine a write of 40 MB met EPIPE twice; whether the group or the load did it is not known",
  },
  { part: "http/operations/", why: "it reloads areas and plugins" },
  { part: "service/runtime/area-host", why: "it reloads areas" },
  {
    part: "service/webhooks/isolation",
    why: "it waits for most of its 38 s, and the later files of a group would wait too",
  },
];

/**
 * Parts of the paths of files that start processes and kill them. Such a file waits until the machine has room also where it is not the
 * first of its group (begin-in-turn.ts): without that a living process lost a lease of a second to the load (ADR-0072).
 */
export const IN_TURN: readonly string[] = ["http/crashes/"];

export interface Formed {
  alone: string[];
  groups: string[][];
}

/**
 * Divides test files into groups, each of which runs in one process: about `most` files in a group, and at least as many groups as run
 * side by side. Slow files are assigned first, so that each group gets its share of them.
 */
export function formGroups(files: readonly string[], options: { most: number; atOnce: number }): Formed {
  const isAlone = (file: string) => ALONE.some(({ part }) => file.includes(part));
  const alone = files.filter(isAlone);
  const others = files.filter((file) => !isAlone(file)).toSorted(slowFirst);
  const count = Math.max(options.atOnce, Math.ceil(others.length / options.most));
  const groups = Array.from({ length: count }, (_, group) =>
    others.filter(
      (__, index) => (Math.floor(index / count) % 2 ? count - 1 - (index % count) : index % count) === group,
    ),
  );
  for (const group of groups) if (group.length === 1) alone.push(...group);
  return { alone, groups: groups.filter(({ length }) => length > 1) };
}
