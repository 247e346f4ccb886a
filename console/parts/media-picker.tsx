import { useRef, useState } from "react";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Images, Upload } from "lucide-react";
import { sendFile } from "../library/send-file.js";
import { media, type MediaKind, projects } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";
import { Choices } from "./choices.js";
import { Dialog } from "./dialog.js";
import { titleOf, useMakers } from "./makers.js";
import { Empty, Failed, Skeletons } from "./states.js";
import { Thumb } from "./thumb.js";

interface Given {
  title: string;
  /** The kinds of media that can be chosen; an empty list means all kinds. */
  kinds: readonly MediaKind[];
  onClose: () => void;
  choose: (storageId: string) => void;
}

/** Chooses a file of the library, or uploads one from this device. */
export function MediaPicker({ title, kinds, onClose, choose }: Given) {
  const { projectId } = useProject();
  const project = useQuery(projects).data?.projects.find(({ id }) => id === projectId);
  const [from, setFrom] = useState<"project" | "own">("project");
  const kind = kinds.length === 1 ? (kinds[0] ?? null) : null;
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    media({ projectId: from === "own" ? null : projectId, kind, sort: null }),
  );
  const makers = useMakers();
  const files = data?.pages
    .flatMap(({ objects }) => objects)
    .filter(
      ({ contentType }) => kinds.length === 0 || kinds.some((one) => contentType.startsWith(`${one}/`)),
    );
  return (
    <Dialog title={title} className="wide" onClose={onClose}>
      <div className="picker-head">
        {project !== undefined && (
          <Choices
            label="From"
            name="picker-from"
            options={[
              ["project", project.name],
              ["own", "All your files"],
            ]}
            value={from}
            set={setFrom}
          />
        )}
        <UploadHere kinds={kinds} choose={choose} />
      </div>
      {error !== null && <Failed error={error} again={refetch} />}
      {files?.length === 0 && (
        <Empty icon={Images} title="No file fits">
          <p>Upload one here, or generate one first.</p>
          {project !== undefined && from === "project" && (
            <button type="button" className="button" onClick={() => setFrom("own")}>
              Look in all your files
            </button>
          )}
        </Empty>
      )}
      <ul className="grid">
        {files === undefined && error === null && <Skeletons count={8} className="tile" />}
        {files?.map((file) => (
          <li key={file.storageId}>
            <button type="button" className="tile" onClick={() => choose(file.storageId)}>
              <Thumb file={file} />
              <span className="tile-text">
                <span className="tile-name">{titleOf(file, makers.get(file.storageId))}</span>
              </span>
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

function UploadHere({ kinds, choose }: Pick<Given, "kinds" | "choose">) {
  const { projectId } = useProject();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [part, setPart] = useState(0);
  const upload = useMutation({
    mutationFn: (file: File) => sendFile(file, projectId, setPart),
    onSuccess: (storageId) => {
      void client.invalidateQueries({ queryKey: ["media"] });
      choose(storageId);
    },
  });
  return (
    <div className="picker-upload">
      {upload.error !== null && <Failed error={upload.error} />}
      <button
        type="button"
        className="button"
        disabled={upload.isPending}
        onClick={() => input.current?.click()}
      >
        <Upload aria-hidden size={18} />{" "}
        {upload.isPending ? `Uploading, ${Math.round(part * 100)} %` : "Upload"}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to upload and choose"
        accept={kinds.map((kind) => `${kind}/*`).join()}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) upload.mutate(file);
          target.value = "";
        }}
      />
    </div>
  );
}
