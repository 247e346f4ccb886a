import { useState } from "react";
import { Send } from "lucide-react";
import { Choices } from "../parts/choices.js";
import { Dialog } from "../parts/dialog.js";
import { type MediaKind, NOUNS } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";
import { SentThere } from "./sent-there.js";
import { ProjectChoice } from "./target.js";
import { ToDocument } from "./to-document.js";
import { ToWorkflow } from "./to-workflow.js";
import { useSending } from "./use-sending.js";
import "./send.css";

interface Given {
  storageId: string;
  kind: MediaKind;
  className: string;
  /** The name of the file, where several buttons stand side by side. */
  name?: string;
}

/** Shows the button that sends a file into a document or a workflow. */
export function SendTo({ storageId, kind, className, name }: Given) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-label={name === undefined ? undefined : `Send to …: ${name}`}
        onClick={() => setOpen(true)}
      >
        <Send aria-hidden size={16} /> <span>Send to …</span>
      </button>
      {isOpen && <SendDialog storageId={storageId} kind={kind} onClose={() => setOpen(false)} />}
    </>
  );
}

function SendDialog({
  storageId,
  kind,
  onClose,
}: Pick<Given, "storageId" | "kind"> & { onClose: () => void }) {
  const { projectId: chosen } = useProject();
  const [where, setWhere] = useState<"document" | "workflow">("document");
  const [projectId, setProject] = useState(chosen);
  const sending = useSending(NOUNS[kind]);
  const given = { storageId, kind, projectId, sending };
  // A refusal was about the earlier choice.
  const forget = () => !sending.isPending && sending.reset();
  return (
    <Dialog title={`Send the ${NOUNS[kind]}`} onClose={onClose}>
      {sending.data !== undefined ? (
        <SentThere sent={sending.data} noun={NOUNS[kind]} onClose={onClose} />
      ) : (
        <div className="asked">
          <Choices
            label="Send to"
            name="send-into"
            options={[
              ["document", "A document"],
              ["workflow", "A workflow"],
            ]}
            value={where}
            set={(to) => {
              forget();
              setWhere(to);
            }}
          />
          <ProjectChoice
            projectId={projectId}
            setProject={(id) => {
              forget();
              setProject(id);
            }}
          />
          {/* In another project all choices are different, so the form starts again. */}
          {where === "document" ? (
            <ToDocument key={projectId} {...given} />
          ) : (
            <ToWorkflow key={projectId} {...given} />
          )}
        </div>
      )}
    </Dialog>
  );
}
