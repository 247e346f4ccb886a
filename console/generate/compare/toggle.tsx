import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, Columns2, SquareSplitHorizontal } from "lucide-react";
import { type Job, jobs, NOUNS } from "../../queries.js";
import { useProject } from "../../shell/chosen-project.js";
import { useSay } from "../../shell/toasts.js";
import { choose, type Chosen, MOST, toAddress, useChosen } from "./choice.js";

/** Adds a result to the comparison or removes it. The tray shows the choice and opens the comparison. */
export function CompareToggle({ title, ...one }: Chosen & { title: string }) {
  const chosen = useChosen();
  const say = useSay();
  const isChosen = chosen.some(({ storageId }) => storageId === one.storageId);
  const toggle = () => {
    if (isChosen) return choose(chosen.filter(({ storageId }) => storageId !== one.storageId));
    if (chosen[0] !== undefined && chosen[0].kind !== one.kind) {
      choose([one]);
      const noun = NOUNS[one.kind];
      return say(`A ${noun} is only compared with other ${noun}s, so your earlier choice was cleared.`, {
        undo: () => choose(chosen),
      });
    }
    if (chosen.length >= MOST) return say(`You can compare up to ${MOST}. Remove one first.`);
    choose([...chosen, one]);
  };
  return (
    <button
      type="button"
      className="button small icon compare-toggle"
      data-act="compare"
      aria-pressed={isChosen}
      aria-label={`Compare: ${title}`}
      title="Compare"
      onClick={toggle}
    >
      {isChosen ? <Check aria-hidden size={18} /> : <Columns2 aria-hidden size={18} />}
    </button>
  );
}

/**
 * Returns the address that compares all results of a job, and their number; null for one result or for more
 * than `MOST`.
 */
export function allOf({ id, resultStorageIds }: Job): { of: string; count: number } | null {
  const ids = resultStorageIds ?? [];
  if (ids.length < 2 || ids.length > MOST) return null;
  return { of: toAddress(ids.map((storageId) => ({ storageId, jobId: id }))), count: ids.length };
}

/** Links to the comparison of an enlarged or cleaned file with its source. */
export function BeforeAndAfter({
  job: { id, params },
  storageId,
  said,
}: {
  job: Job;
  storageId: string;
  /** The name of the result in the labels of its controls. */
  said: string;
}) {
  const { projectId } = useProject();
  const { data } = useQuery(jobs(projectId));
  if (!("sourceStorageId" in params) || typeof params.sourceStorageId !== "string") return null;
  const source = params.sourceStorageId;
  const made = data?.jobs.find(({ resultStorageIds }) => resultStorageIds?.includes(source));
  const of = toAddress([
    { storageId: source, jobId: made?.id ?? null },
    { storageId, jobId: id },
  ]);
  return (
    <Link
      to="/app/generate/compare"
      search={{ of, as: "slider" }}
      className="button small before-after"
      data-act="first"
      aria-label={`Before / after: ${said}`}
      title="Before / after"
    >
      <SquareSplitHorizontal aria-hidden size={16} /> <span>Before / after</span>
    </Link>
  );
}
