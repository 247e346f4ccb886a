import { type RecurringTask, recurringTask } from "../../../engines/durable-queue/index.js";
import type { Host } from "../../../runtime/process/host.js";
import { findUncounted, projectsOfFull, setStored } from "../../changes/index.js";
import { measureProject } from "./measure.repository.js";

type Counting = Pick<Host, "config" | "longRead" | "transact">;

const EVERY_MS = 3600_000;
const BATCH = 100;
/** The part of the bound from which an account's counts are looked through: most saves have room below it. */
const SHARE = 0.9;

/**
 * Returns the task that counts the content of projects (rules/content 61): of those that an earlier release made or
 * left uncounted, and of accounts that are near their bound, whose counts are wrong when a process of an earlier release
 * has written beside this one.
 */
export const countTask = (host: Counting & Pick<Host, "tasks">): RecurringTask =>
  recurringTask(host, {
    queue: "content.count",
    everyMs: EVERY_MS,
    run: ({ signal }) => countProjects(host, signal),
  });

export async function countProjects(host: Counting, signal: AbortSignal): Promise<void> {
  let found: string[] = [];
  do {
    found = await findUncounted(host.longRead, found.at(-1) ?? "", BATCH);
    for (const id of found) await countProject(host, id, signal);
  } while (found.length === BATCH && !signal.aborted);
  const { contentBytes } = host.config;
  if (contentBytes === 0 || signal.aborted) return;
  for (const id of await projectsOfFull(host.longRead, SHARE * contentBytes))
    await countProject(host, id, signal);
}

/** Sets the count of a project to what it stores. A project that changes meanwhile stays for the next round. */
async function countProject(
  { longRead, transact }: Counting,
  projectId: string,
  signal: AbortSignal,
): Promise<void> {
  const measured = signal.aborted ? null : await measureProject(longRead, projectId);
  if (measured === null || measured.head.storedBytes === measured.bytes) return;
  await transact((tx) => setStored(tx, measured.head, measured.bytes));
}
