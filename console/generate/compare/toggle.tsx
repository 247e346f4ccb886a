import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Columns2 } from "lucide-react";
import { type Job, jobs, NOUNS } from "../../queries.js";
import { useProject } from "../../shell/chosen-project.js";
import { useSay } from "../../shell/toasts.js";
import { choose, type Chosen, MOST, toAddress, useChosen } from "./choice.js";

/** Chooses a result to be compared, or puts it back; beside it the way to the comparison once there are two. */
export function CompareToggle(one: Chosen) {
  const chosen = useChosen();
  const say = useSay();
  const isChosen = chosen.some(({ storageId }) => storageId === one.storageId);
  const toggle = () => {
    if (isChosen) return choose(chosen.filter(({ storageId }) => storageId !== one.storageId));
    if (chosen[0] !== undefined && chosen[0].kind !== one.kind) {
      choose([one]);
      return say(
        `A ${NOUNS[one.kind]} is compared with others of its kind only, so your earlier choice was cleared.`,
        {
          undo: () => choose(chosen),
        },
      );
    }
    if (chosen.length >= MOST) return say(`${MOST} are compared at most. Put one back first.`);
    choose([...chosen, one]);
  };
  return (
    <>
      <button type="button" className="button small" aria-pressed={isChosen} onClick={toggle}>
        <Columns2 aria-hidden size={16} /> Compare
      </button>
      {isChosen && chosen.length > 1 && (
        <Link
          to="/app/generate/compare"
          search={{ of: toAddress(chosen) }}
          className="button small"
        >{`See ${chosen.length} side by side`}</Link>
      )}
    </>
  );
}

/** All that one job made, beside each other. */
export function CompareAll({ job: { id, resultStorageIds } }: { job: Job }) {
  const ids = resultStorageIds ?? [];
  if (ids.length < 2 || ids.length > MOST) return null;
  return (
    <Link
      to="/app/generate/compare"
      search={{ of: toAddress(ids.map((storageId) => ({ storageId, jobId: id }))) }}
      className="button plain small"
    >
      <Columns2 aria-hidden size={16} /> Compare all {ids.length}
    </Link>
  );
}

/** What was enlarged or cleaned up, beside what came of it. */
export function BeforeAndAfter({ job: { id, params }, storageId }: { job: Job; storageId: string }) {
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
    <Link to="/app/generate/compare" search={{ of, as: "slider" }} className="button small">
      Before and after
    </Link>
  );
}
