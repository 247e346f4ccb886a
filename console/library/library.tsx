import { useRef, useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Images, Link2, Upload } from "lucide-react";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { media } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";
import { bytes, wholeNumber } from "../words.js";
import { Details } from "./details.js";
import { Filters } from "./filters.js";
import { ImportByUrl } from "./import-by-url.js";
import { Tile } from "./tile.js";
import { useRemoval, useRemoved } from "./removal.js";
import { UploadList, useDropped, useUploads } from "./uploads.js";

const route = getRouteApi("/app/library");

/** What was uploaded and made. */
export function Library() {
  const { file, kind = null, sort = null } = route.useSearch();
  const navigate = route.useNavigate();
  const { projectId } = useProject();
  const list = useInfiniteQuery(media({ projectId, kind, sort }));
  const { uploads, add, remove } = useUploads();
  const isOver = useDropped(add);
  const removed = useRemoved();
  const removeFile = useRemoval();
  const files = list.data?.pages
    .flatMap(({ objects }) => objects)
    .filter(({ storageId }) => !removed.includes(storageId));
  const [first] = list.data?.pages ?? [];
  const open = (id: string | undefined) =>
    void navigate({
      search: {
        ...(kind !== null && { kind }),
        ...(sort !== null && { sort }),
        ...(id !== undefined && { file: id }),
      },
    });
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
      {list.error !== null && <Failed error={list.error} again={list.refetch} />}
      {files?.length === 0 && (
        <div className="card">
          <Empty icon={Images} title={kind === null ? "No files yet" : "No file of this kind"}>
            <p>Drop files here, paste a picture, or generate something.</p>
            <Link to="/app/generate" className="button main">
              Generate something
            </Link>
          </Empty>
        </div>
      )}
      <ul className="grid" aria-label="Files" aria-busy={list.isPending}>
        {list.isPending && <Skeletons count={12} className="tile" />}
        {files?.map((one) => (
          <Tile key={one.storageId} file={one} open={open} />
        ))}
      </ul>
      {list.hasNextPage && (
        <p className="more">
          <button
            type="button"
            className="button"
            disabled={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {list.isFetchingNextPage ? "Loading …" : "Show more"}
          </button>
        </p>
      )}
      {isOver && <p className="drop-here">Drop files to upload them</p>}
      {file !== undefined && (
        <Details storageId={file} onClose={() => open(undefined)} onRemove={removeFile} />
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
      <div className="choices">
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
