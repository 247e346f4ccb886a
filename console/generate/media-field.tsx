import { useState } from "react";
import { useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { Images, Plus, X } from "lucide-react";
import { object } from "../library/object.js";
import { Dialog } from "../parts/dialog.js";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { nameOf, Thumb } from "../parts/thumb.js";
import { media } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";
import type { Field } from "./fields.js";

type MediaInput = Extract<Field, { type: "media" }>;

/** Files that the work starts from, chosen from the library. */
export function MediaField({
  field,
  ids,
  set,
}: {
  field: MediaInput;
  ids: readonly string[];
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
          <button type="button" className="add" onClick={() => setOpen(true)}>
            <Plus aria-hidden size={20} />
            <span>From the library</span>
          </button>
        )}
      </div>
      {isOpen && (
        <Picker
          field={field}
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

function Picker({
  field,
  onClose,
  choose,
}: {
  field: MediaInput;
  onClose: () => void;
  choose: (id: string) => void;
}) {
  const { projectId } = useProject();
  const kind = field.kinds.length === 1 ? (field.kinds[0] ?? null) : null;
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    media({ projectId, kind, sort: null }),
  );
  const files = data?.pages
    .flatMap(({ objects }) => objects)
    .filter(({ contentType }) => field.kinds.some((one) => contentType.startsWith(`${one}/`)));
  return (
    <Dialog title={field.label} className="wide" onClose={onClose}>
      {error !== null && <Failed error={error} again={refetch} />}
      {files?.length === 0 && (
        <Empty icon={Images} title="No file fits">
          <p>Upload one in the library, or generate one first.</p>
        </Empty>
      )}
      <ul className="grid">
        {files === undefined && error === null && <Skeletons count={8} className="tile" />}
        {files?.map((file) => (
          <li key={file.storageId}>
            <button type="button" className="tile" onClick={() => choose(file.storageId)}>
              <Thumb file={file} />
              <span className="tile-text tile-name">{nameOf(file)}</span>
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <p className="more">
          <button type="button" className="button" onClick={() => void fetchNextPage()}>
            Show more
          </button>
        </p>
      )}
    </Dialog>
  );
}
