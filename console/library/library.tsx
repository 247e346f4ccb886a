import { useCallback, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Images, Link2, Upload } from "lucide-react";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { mediaAt } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";
import { bytes, wholeNumber } from "../words.js";
import { Details } from "./details.js";
import { Filters } from "./filters.js";
import { ImportByUrl } from "./import-by-url.js";
import { Tiles } from "./tiles.js";
import { useRemoval, useRemoved } from "./removal.js";
import { UploadList, useDropped, useUploads } from "./uploads.js";

const route = getRouteApi("/app/library");

/** Shows the uploaded and generated files. */
export function Library() {
  const { file, kind = null, sort = null } = route.useSearch();
  const navigate = route.useNavigate();
  const { projectId } = useProject();
  const filter = { projectId, kind, sort };
  const { data: first, error, refetch, isPending } = useQuery(mediaAt(filter, 0));
  const { uploads, add, remove } = useUploads();
  const isOver = useDropped(add);
  const removed = useRemoved();
  const removeFile = useRemoval();
  const isEmpty =
    first?.objects.length === first?.total &&
    first?.objects.every(({ storageId }) => removed.includes(storageId)) === true;
  const open = useCallback(
    (id: string | undefined, replace = false) =>
      void navigate({
        replace,
        search: {
          ...(kind !== null && { kind }),
          ...(sort !== null && { sort }),
          ...(id !== undefined && { file: id }),
        },
        resetScroll: false,
      }),
    [navigate, kind, sort],
  );
  return (
    <>
      <Head add={add} />
      <div className="library-bar">
        <Filters kind={kind} sort={sort} />
        {first !== undefined && (
          <p className="soft small number">
            {wholeNumber(first.total)} {first.total === 1 ? "file" : "files"}
            {first.totalBytes !== undefined &&
              first.includedBytes !== undefined &&
              `, ${bytes(first.totalBytes)} of ${bytes(first.includedBytes)}`}
          </p>
        )}
      </div>
      <UploadList uploads={uploads} remove={remove} />
      {error !== null && <Failed error={error} again={refetch} />}
      {isEmpty && (
        <div className="card">
          <Empty icon={Images} title={kind === null ? "No files yet" : "No file of this kind"}>
            <p>Drop files here, paste a picture, or generate something.</p>
            <Link to="/app/generate" className="button">
              Generate something
            </Link>
          </Empty>
        </div>
      )}
      {isPending && (
        <ul className="grid" aria-label="Files" aria-busy>
          <Skeletons count={12} className="tile" />
        </ul>
      )}
      {first !== undefined && !isEmpty && (
        <Tiles key={`${projectId} ${kind} ${sort}`} filter={filter} total={first.total} open={open} />
      )}
      {isOver && <p className="drop-here">Drop files to upload them</p>}
      {file !== undefined && (
        <Details
          storageId={file}
          filter={filter}
          go={(id) => open(id, true)}
          onClose={() => open(undefined)}
          onRemove={removeFile}
        />
      )}
    </>
  );
}

function Head({ add }: { add: (files: Iterable<File>) => unknown }) {
  const input = useRef<HTMLInputElement>(null);
  const [isImporting, setImporting] = useState(false);
  return (
    <header className="page-head">
      <h1>Library</h1>
      <div className="acts-row">
        <button type="button" className="button" onClick={() => setImporting(true)}>
          <Link2 aria-hidden size={18} /> Import
        </button>
        <button type="button" className="button main" onClick={() => input.current?.click()}>
          <Upload aria-hidden size={18} /> Upload
        </button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files to upload"
          onChange={({ target }) => {
            void add([...(target.files ?? [])]);
            target.value = "";
          }}
        />
      </div>
      {isImporting && <ImportByUrl onClose={() => setImporting(false)} />}
    </header>
  );
}
