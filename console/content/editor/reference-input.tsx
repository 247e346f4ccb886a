import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { Dialog } from "../../parts/dialog.js";
import { Empty, Failed, Skeletons } from "../../parts/states.js";
import { document as documentOf, documentsAt } from "../queries.js";
import { DocumentStatus } from "../status.js";
import { useDraft } from "./draft-context.js";
import { idIn } from "./media-input.js";
import { ChosenButtons } from "./chosen-buttons.js";
import { useEdit } from "./scalar-inputs.js";
import type { InputGiven } from "./value-input.js";

/** Shows a field that refers to another document of the project. */
export function ReferenceInput({ to, ...given }: InputGiven & { to: readonly string[] }) {
  const { id, label, describedBy } = given;
  const { value, set } = useEdit(given);
  const [isOpen, setOpen] = useState(false);
  const documentId = idIn(value, "documentId");
  const found = useQuery({ ...documentOf(documentId ?? ""), enabled: documentId !== null });
  const chosen = found.data?.document;
  return (
    <div className="reference-input">
      {documentId !== null && (
        <span className="reference-chosen">
          <FileText aria-hidden size={18} />
          {chosen === undefined ? (
            <span className="soft">{found.error === null ? "…" : "A document that is not there"}</span>
          ) : (
            <>
              <Link to="/app/content/documents/$id" params={{ id: documentId }}>
                {chosen.title?.trim() ? chosen.title : "Without a title"}
              </Link>
              <DocumentStatus status={chosen.status} />
            </>
          )}
        </span>
      )}
      <span className="acts-row">
        <ChosenButtons
          id={id}
          label={label}
          describedBy={describedBy}
          choice="Choose a document"
          isChosen={documentId !== null}
          icon={<FileText aria-hidden size={16} />}
          open={() => setOpen(true)}
          remove={() => set(undefined)}
        />
      </span>
      {isOpen && (
        <DocumentPicker
          title={label}
          to={to}
          onClose={() => setOpen(false)}
          choose={(chosenId) => {
            setOpen(false);
            set({ documentId: chosenId });
          }}
        />
      )}
    </div>
  );
}

/** Shows the documents that a reference may point to: the newest ones, or those that a search finds. */
function DocumentPicker({
  title,
  to,
  onClose,
  choose,
}: {
  title: string;
  to: readonly string[];
  onClose: () => void;
  choose: (id: string) => void;
}) {
  const { projectId, types } = useDraft();
  const offered = types.filter(({ name }) => to.includes(name));
  const [type, setType] = useState(offered[0]?.name ?? to[0] ?? "");
  const [text, setText] = useState("");
  const q = text.trim();
  const found = useQuery({
    ...documentsAt(projectId, { type, ...(q !== "" && { q }) }, 0),
    placeholderData: (before) => before,
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="document-filters">
        {offered.length > 1 && (
          <select
            className="input"
            aria-label="Type"
            value={type}
            onChange={({ target }) => setType(target.value)}
          >
            {offered.map((one) => (
              <option key={one.id} value={one.name}>
                {one.title}
              </option>
            ))}
          </select>
        )}
        <input
          className="input"
          type="search"
          aria-label="Search titles"
          placeholder="Search by title"
          maxLength={500}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      {found.error !== null && <Failed error={found.error} again={found.refetch} />}
      {found.data === undefined && found.error === null && <Skeletons count={4} className="row" />}
      {found.data?.total === 0 && <Empty icon={FileText} title="No document fits" />}
      <ul className="choose-type" aria-label="Documents">
        {found.data?.documents.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => choose(one.id)}>
              <strong>{one.title?.trim() ? one.title : "Without a title"}</strong>
              <DocumentStatus status={one.status} />
            </button>
          </li>
        ))}
      </ul>
      {found.data !== undefined && found.data.total > found.data.documents.length && (
        <p className="soft small">
          {found.data.total - found.data.documents.length} more: search to find them.
        </p>
      )}
    </Dialog>
  );
}
