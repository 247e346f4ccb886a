import { Link } from "@tanstack/react-router";
import { File } from "lucide-react";
import { usePinned } from "../../library/use-pinned.js";
import { kindOf, type Media } from "../../queries.js";
import { Sound } from "../sound.js";

/**
 * Shows a generated file in the frame of a card; pictures and films by their thumbnail if they have one
 * (rules/console 13).
 */
export function Shown({ file, title }: { file: Media; title: string }) {
  const { storageId, contentType } = file;
  const { file: source, renew } = usePinned(file);
  switch (kindOf(contentType)) {
    case "image":
      return (
        // The title below is the same link for the keyboard.
        <Link to="/app/library" search={{ file: storageId }} tabIndex={-1}>
          <img src={source.thumbUrl ?? source.url} alt={title} decoding="async" onError={renew} />
        </Link>
      );
    case "video":
      return (
        <video
          src={source.url}
          poster={source.thumbUrl}
          aria-label={title}
          controls
          playsInline
          // The thumbnail is shown, so the film is loaded only when somebody plays it.
          preload={source.thumbUrl === undefined ? "metadata" : "none"}
          onError={renew}
        />
      );
    case "audio":
      return <Sound url={source.url} name={title} onError={renew} />;
    case "other":
      return (
        <div className="job-failure">
          <File aria-hidden size={28} strokeWidth={1.5} />
          <strong>{contentType}</strong>
          <p className="small">No preview of this kind of file.</p>
        </div>
      );
  }
}
