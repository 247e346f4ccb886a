import { useState } from "react";
import { useQueries } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { object } from "../library/object.js";
import { MediaPicker } from "../parts/media-picker.js";
import { nameOf, Thumb } from "../parts/thumb.js";
import type { Field } from "./fields.js";

type MediaInput = Extract<Field, { type: "media" }>;

/** Shows the source files of the work, which are chosen from the library. */
export function MediaField({
  field,
  ids,
  set,
  isFirst = false,
}: {
  field: MediaInput;
  ids: readonly string[];
  /** The field is the first of a window and gets the focus. */
  isFirst?: boolean;
  set: (ids: string[]) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const files = useQueries({ queries: ids.map((id) => object(id)) });
  return (
    <fieldset className="field">
      <legend>
        {field.label} {!field.isRequired && <span className="soft">(optional)</span>}
      </legend>
      <div className="inputs">
        {files.map(({ data }, at) => (
          <span key={ids[at]} className="chosen">
            {data === undefined ? <span className="skeleton thumb" /> : <Thumb file={data.object} />}
            <button
              type="button"
              className="button icon"
              aria-label={`Remove ${data === undefined ? "the file" : nameOf(data.object)}`}
              onClick={() => set(ids.filter((_, other) => other !== at))}
            >
              <X aria-hidden size={16} />
            </button>
          </span>
        ))}
        {ids.length < field.most && (
          <button
            type="button"
            className="add"
            data-first={isFirst || undefined}
            onClick={() => setOpen(true)}
          >
            <Plus aria-hidden size={20} />
            <span>Add from library</span>
          </button>
        )}
      </div>
      {isOpen && (
        <MediaPicker
          title={field.label}
          kinds={field.kinds}
          onClose={() => setOpen(false)}
          choose={(id) => {
            if (!ids.includes(id)) set([...ids, id]);
            setOpen(false);
          }}
        />
      )}
    </fieldset>
  );
}
