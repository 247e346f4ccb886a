import { useState } from "react";
import { Plus } from "lucide-react";
import { Dialog } from "../../parts/dialog.js";
import { Failed } from "../../parts/states.js";
import type { ContentType } from "../queries.js";
import { useNewDocument } from "./use-new-document.js";

interface Given {
  projectId: string;
  types: readonly ContentType[];
  /** The type that the list is filtered by. */
  chosen: string | undefined;
}

/** Makes an empty document and opens it; asks for the type if there are several. */
export function NewDocument({ projectId, types, chosen }: Given) {
  const [isChoosing, setChoosing] = useState(false);
  const make = useNewDocument(projectId);
  const only = types.find(({ name }) => name === chosen) ?? (types.length === 1 ? types[0] : undefined);
  const begin = (type: string) => !make.isPending && make.mutate(type);
  return (
    <>
      <button
        data-new
        type="button"
        className="button main"
        aria-disabled={make.isPending}
        onClick={() => (only === undefined ? setChoosing(true) : begin(only.name))}
      >
        <Plus aria-hidden size={18} /> New {only === undefined ? "document" : only.title.toLowerCase()}
      </button>
      {make.error !== null && !isChoosing && <Failed error={make.error} />}
      {isChoosing && (
        <Dialog title="New document" onClose={() => setChoosing(false)}>
          {make.error !== null && <Failed error={make.error} />}
          <ul className="choose-type">
            {types.map(({ id, name, title, description }) => (
              <li key={id}>
                <button type="button" onClick={() => begin(name)}>
                  <strong>{title}</strong>
                  {description !== null && <span className="soft small">{description}</span>}
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
