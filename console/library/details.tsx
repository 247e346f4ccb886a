import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CornerUpLeft, Download, ExternalLink, Trash2 } from "lucide-react";
import { Player } from "../generate/result.js";
import { Ago } from "../parts/ago.js";
import { Dialog } from "../parts/dialog.js";
import { Failed } from "../parts/states.js";
import { titleOf, useMakers } from "../parts/makers.js";
import { shortName } from "../parts/model-name.js";
import { nameOf } from "../parts/thumb.js";
import { type Job, kindOf, type Media, type MediaFilter, models } from "../queries.js";
import { SendTo } from "../send/send-to.js";
import { bytes, duration } from "../words.js";
import { useNeighbours } from "./neighbours.js";
import { object } from "./object.js";
import { Publishing } from "./publishing.js";
import { Step } from "./step.js";

interface Given {
  storageId: string;
  /** The filter of the library, in whose order the arrows step. */
  filter: MediaFilter;
  /** Opens another file in the same window. */
  go: (storageId: string) => void;
  onClose: () => void;
  onRemove: (file: Media) => void;
}

/** Shows one file with its data and actions. */
export function Details({ storageId, filter, go, onClose, onRemove }: Given) {
  const { data, error, refetch } = useQuery(object(storageId));
  const file = data?.object;
  const maker = useMakers().get(storageId);
  const neighbours = useNeighbours(filter, storageId);
  const kind = kindOf(file?.contentType ?? "");
  return (
    <Dialog title={file === undefined ? "File" : titleOf(file, maker)} className="wide" onClose={onClose}>
      {error !== null && <Failed error={error} again={refetch} />}
      <div className="details">
        {file === undefined ? (
          error === null && <span className="skeleton details-media" />
        ) : (
          <div className="details-media">
            <Player key={storageId} file={file} />
          </div>
        )}
        <div className="details-side">
          {/* The step buttons stand outside of the part that changes with the file, so that they keep the
              focus. */}
          <Step {...neighbours} go={go} />
          {file !== undefined && <Facts file={file} maker={maker} />}
          {file !== undefined && (
            <div className="details-acts" key={storageId}>
              {kind !== "other" && (
                <Link to="/app/generate" search={{ input: file.storageId, kind }} className="button main">
                  <CornerUpLeft aria-hidden size={18} /> Use as input
                </Link>
              )}
              {kind !== "other" && <SendTo storageId={file.storageId} kind={kind} className="button" />}
              <span className="public">
                <a className="button grow" href={file.url} download={nameOf(file)}>
                  <Download aria-hidden size={18} /> Download
                </a>
                <a
                  className="button icon"
                  href={file.url}
                  target="_blank"
                  rel="noreferrer"
                  aria-label="Open in a new tab"
                  title="Open in a new tab"
                >
                  <ExternalLink aria-hidden size={18} />
                </a>
              </span>
              <Publishing storageId={storageId} address={file.publicUrl ?? null} />
              <button
                type="button"
                className="button danger"
                onClick={() => {
                  onClose();
                  onRemove(file);
                }}
              >
                <Trash2 aria-hidden size={18} /> Delete
              </button>
            </div>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Facts({ file, maker }: { file: Media; maker: Job | undefined }) {
  const { width, height, durationSeconds } = file;
  const model = useQuery(models).data?.models.find(({ id }) => id === maker?.model);
  const facts: [string, ReactNode][] = [
    ...(maker === undefined
      ? []
      : ([["Model", shortName(model?.displayName ?? maker.model)]] as [string, ReactNode][])),
    ["Name", nameOf(file)],
    ["Kind", file.contentType],
    ["Size", bytes(file.sizeBytes)],
    ...(width !== undefined && height !== undefined
      ? ([["Pixels", `${width} × ${height}`]] as [string, ReactNode][])
      : []),
    ...(durationSeconds !== undefined
      ? ([["Length", duration(durationSeconds)]] as [string, ReactNode][])
      : []),
    ["Made", <Ago key="ago" time={file.createdAt} />],
    ["Origin", file.origin === "generated" ? "Generated" : "Uploaded"],
    ["Who sees it", file.publicUrl === undefined ? "You and your projects" : "Everybody"],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="soft">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
