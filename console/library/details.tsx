import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Copy, Download, Globe, Trash2, WandSparkles } from "lucide-react";
import { storagePublish } from "../../sdk/generated/operations.js";
import { Player } from "../generate/result.js";
import { call } from "../kiln.js";
import { Dialog } from "../parts/dialog.js";
import { Failed } from "../parts/states.js";
import { titleOf, useMakers } from "../parts/makers.js";
import { shortName } from "../parts/model-name.js";
import { nameOf } from "../parts/thumb.js";
import { type Job, kindOf, type Media, models } from "../queries.js";
import { SendTo } from "../send/send-to.js";
import { useSay } from "../shell/toasts.js";
import { ago, bytes, duration } from "../words.js";
import { object } from "./object.js";

interface Given {
  storageId: string;
  onClose: () => void;
  onRemove: (file: Media) => void;
}

/** One file: to see or hear, what is known of it, and what one can do. */
export function Details({ storageId, onClose, onRemove }: Given) {
  const { data, error, refetch } = useQuery(object(storageId));
  const file = data?.object;
  const maker = useMakers().get(storageId);
  const kind = kindOf(file?.contentType ?? "");
  return (
    <Dialog title={file === undefined ? "File" : titleOf(file, maker)} className="wide" onClose={onClose}>
      {error !== null && <Failed error={error} again={refetch} />}
      {file === undefined && error === null && <span className="skeleton details-media" />}
      {file !== undefined && (
        <div className="details">
          <div className="details-media">
            <Player url={file.url} contentType={file.contentType} name={nameOf(file)} />
          </div>
          <div className="details-side">
            <Facts file={file} maker={maker} />
            <div className="details-acts">
              {kind !== "other" && (
                <Link to="/app/generate" search={{ input: file.storageId, kind }} className="button main">
                  <WandSparkles aria-hidden size={18} /> Use as input
                </Link>
              )}
              {kind !== "other" && <SendTo storageId={file.storageId} kind={kind} className="button" />}
              <a className="button" href={file.url} download={nameOf(file)}>
                <Download aria-hidden size={18} /> Download
              </a>
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
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Facts({ file, maker }: { file: Media; maker: Job | undefined }) {
  const { width, height, durationSeconds } = file;
  const model = useQuery(models).data?.models.find(({ id }) => id === maker?.model);
  const facts: [string, string][] = [
    ...(maker === undefined
      ? []
      : ([["Model", shortName(model?.displayName ?? maker.model)]] as [string, string][])),
    ["Name", nameOf(file)],
    ["Kind", file.contentType],
    ["Size", bytes(file.sizeBytes)],
    ...(width !== undefined && height !== undefined
      ? ([["Pixels", `${width} × ${height}`]] as [string, string][])
      : []),
    ...(durationSeconds !== undefined ? ([["Length", duration(durationSeconds)]] as [string, string][]) : []),
    ["Made", ago(file.createdAt)],
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

/** An address for everybody, and taking it back. */
function Publishing({ storageId, address }: { storageId: string; address: string | null }) {
  const say = useSay();
  const client = useQueryClient();
  const publish = useMutation({
    mutationFn: (unpublish: boolean) => call(storagePublish, { storageId, unpublish }),
    onSuccess: ({ publicUrl }) => {
      client.setQueryData(object(storageId).queryKey, (old) =>
        old === undefined ? old : { object: { ...old.object, publicUrl: publicUrl ?? undefined } },
      );
      say(
        publicUrl === null
          ? "Only you and your projects can see the file now."
          : "Everybody who has the address can see the file now.",
      );
    },
    onError: (error) => say(error.message),
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address ?? "");
      say("The address is copied.");
    } catch {
      say("The browser did not allow copying: select the address instead.");
    }
  };
  return address === null ? (
    <button
      type="button"
      className="button"
      disabled={publish.isPending}
      onClick={() => publish.mutate(false)}
    >
      <Globe aria-hidden size={18} /> Publish
    </button>
  ) : (
    <>
      <span className="public">
        <input
          className="input"
          aria-label="Public address"
          readOnly
          value={address}
          onFocus={({ target }) => target.select()}
        />
        <button
          type="button"
          className="button icon"
          aria-label="Copy the address"
          onClick={() => void copy()}
        >
          <Copy aria-hidden size={18} />
        </button>
      </span>
      <button
        type="button"
        className="button"
        disabled={publish.isPending}
        onClick={() => publish.mutate(true)}
      >
        Take it back
      </button>
    </>
  );
}
