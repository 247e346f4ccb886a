import { useState } from "react";
import { AudioLines, File, Film, Image } from "lucide-react";
import { kindOf, type Media } from "../queries.js";

const ICONS = { image: Image, video: Film, audio: AudioLines, other: File };

/** A file at a glance: its thumbnail where there is one, else the sign of its kind. */
export function Thumb({ file }: { file: Pick<Media, "contentType" | "thumbUrl" | "url"> }) {
  const [isBroken, setBroken] = useState(false);
  const kind = kindOf(file.contentType);
  const Icon = ICONS[kind];
  // A thumbnail comes a while after its picture.
  const source = file.thumbUrl ?? (kind === "image" ? file.url : "");
  if (source === "" || isBroken)
    return (
      <span className="thumb">
        <Icon aria-hidden size={32} strokeWidth={1.5} />
      </span>
    );
  return (
    <span className="thumb">
      <img src={source} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      {kind === "video" && (
        <span className="thumb-kind">
          <Film aria-hidden size={16} />
        </span>
      )}
    </span>
  );
}

export const nameOf = ({ filename, contentType }: Pick<Media, "filename" | "contentType">): string =>
  filename ??
  { image: "Unnamed picture", video: "Unnamed film", audio: "Unnamed sound", other: "Unnamed file" }[
    kindOf(contentType)
  ];
