import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { isRefusal } from "../kiln.js";
import { object } from "../library/object.js";
import { usePinned } from "../library/use-pinned.js";
import { Failed } from "../parts/states.js";
import { nameOf } from "../parts/thumb.js";
import { kindOf, type Media } from "../queries.js";
import { Sound } from "./sound.js";

interface Given {
  storageId: string;
  /** Returns the actions for a file of this kind. */
  children: (kind: "image" | "video" | "audio") => ReactNode;
}

/** Shows one generated file. */
export function Result({ storageId, children }: Given) {
  const { data, error, refetch } = useQuery(object(storageId));
  if (isRefusal(error, "not_found")) return <p className="soft small">The file is deleted.</p>;
  if (data === undefined)
    return error === null ? (
      <span className="skeleton result-media" />
    ) : (
      <Failed error={error} again={refetch} />
    );
  const { object: file } = data;
  const kind = kindOf(file.contentType);
  return (
    <>
      <Player file={file} />
      {kind !== "other" && <div className="result-acts">{children(kind)}</div>}
    </>
  );
}

/**
 * Shows a picture, film or sound with the browser's own controls. A new signed address of the file does not
 * interrupt playing.
 */
export function Player({ file }: { file: Media }) {
  const {
    file: { url },
    renew,
  } = usePinned(file);
  const name = nameOf(file);
  switch (kindOf(file.contentType)) {
    case "image":
      return <img className="result-media" src={url} alt={name} decoding="async" onError={renew} />;
    case "video":
      return (
        <video
          className="result-media"
          src={url}
          aria-label={name}
          controls
          playsInline
          preload="metadata"
          onError={renew}
        />
      );
    case "audio":
      return <Sound url={url} name={name} onError={renew} />;
    case "other":
      return <p className="soft">There is no preview of such a file.</p>;
  }
}
