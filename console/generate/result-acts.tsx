import { Link } from "@tanstack/react-router";
import { CornerUpLeft, Shuffle } from "lucide-react";
import type { CatalogModel, Job, MediaKind } from "../queries.js";
import { SendTo } from "../send/send-to.js";
import { BeforeAndAfter, CompareToggle } from "./compare/toggle.js";
import { canVary } from "./vary.js";

/** What the form does with what was made. */
export interface Acts {
  again: (job: Job) => void;
  vary: (job: Job, storageId: string) => void;
  asInput: (storageId: string, kind: MediaKind) => void;
}

interface Given {
  job: Job;
  model: CatalogModel | undefined;
  storageId: string;
  kind: MediaKind;
  acts: Acts;
}

/** What one does next with one result. */
export function ResultActs({ job, model, storageId, kind, acts }: Given) {
  return (
    <>
      {model !== undefined && canVary(model) && (
        <button type="button" className="button small" onClick={() => acts.vary(job, storageId)}>
          <Shuffle aria-hidden size={16} /> Vary
        </button>
      )}
      <CompareToggle storageId={storageId} jobId={job.id} kind={kind} />
      <BeforeAndAfter job={job} storageId={storageId} />
      <SendTo storageId={storageId} kind={kind} className="button small" />
      <button type="button" className="button small" onClick={() => acts.asInput(storageId, kind)}>
        <CornerUpLeft aria-hidden size={16} /> Use as input
      </button>
      <Link to="/app/library" search={{ file: storageId }} className="button small">
        Details, publish
      </Link>
    </>
  );
}
