import { useEffect, useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { AudioLines, File, Film, Image } from "lucide-react";
import { object } from "../library/object.js";
import { kindOf, type Media } from "../queries.js";
import { useTurn } from "./use-turn.js";
import { whenRested } from "./when-rested.js";

const ICONS = { image: Image, video: Film, audio: AudioLines, other: File };
/** Size in bytes below which a picture is shown itself, because reading its thumbnail would take as long. */
const SMALL_BYTES = 150_000;
/**
 * Milliseconds without scrolling, or in view during slow scrolling, after which a tile requests its
 * thumbnail; tiles that are scrolled past request nothing.
 */
const WHEN = { rest: 120, stay: 500 };
/** Starting a request takes as long as rendering two tiles. */
const WEIGHT = 2;
/** Milliseconds that an address is reused, well within the hour for which it is valid. */
const FRESH_MS = 600_000;
/** Milliseconds between two looks for a thumbnail that is not made yet; `LOOKS` is their number. */
const NOT_YET_MS = 5_000;
const LOOKS = 4;

type Shown = Pick<Media, "contentType" | "url"> &
  Partial<Pick<Media, "storageId" | "thumbUrl" | "sizeBytes">>;

/** Shows the thumbnail of a file, or the icon of its kind if it has none. */
export function Thumb({ file }: { file: Shown }) {
  const { storageId, contentType, sizeBytes = 0, thumbUrl, url } = file;
  const kind = kindOf(contentType);
  if (thumbUrl !== undefined) return <Picture kind={kind} source={thumbUrl} />;
  const isSmallPicture = kind === "image" && sizeBytes < SMALL_BYTES;
  if (storageId === undefined || isSmallPicture || (kind !== "image" && kind !== "video"))
    return <Picture kind={kind} source={isSmallPicture ? url : ""} />;
  return <Asked kind={kind} storageId={storageId} />;
}

function Picture({ kind, source }: { kind: keyof typeof ICONS; source: string }) {
  const [isBroken, setBroken] = useState(false);
  const Icon = ICONS[kind];
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

/**
 * Reads the thumbnail of a file by itself, because lists contain none (rules/storage 7, rules/console 13). A
 * grid of originals would load megabytes for each picture and show nothing of a film.
 */
function Asked(given: { kind: "image" | "video"; storageId: string }) {
  const isKnown = useQueryClient().getQueryData(object(given.storageId).queryKey) !== undefined;
  const isSettled = useSettledTile();
  const isAsked = useTurn(isSettled || isKnown, WEIGHT);
  return isAsked ? <Found {...given} /> : <span className="thumb" />;
}

function useSettledTile(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => (isSettled ? undefined : whenRested(window, WHEN, () => setSettled(true))), [isSettled]);
  return isSettled;
}

function Found({ kind, storageId }: { kind: "image" | "video"; storageId: string }) {
  const { data, isPending } = useQuery({
    ...object(storageId),
    staleTime: ({ state }) => (state.data?.object.thumbUrl === undefined ? NOT_YET_MS : FRESH_MS),
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.object.thumbUrl === undefined && state.dataUpdateCount < LOOKS
        ? NOT_YET_MS
        : false,
    retry: false,
  });
  return isPending ? (
    <span className="thumb" />
  ) : (
    <Picture kind={kind} source={data?.object.thumbUrl ?? ""} />
  );
}

export const nameOf = ({ filename, contentType }: Pick<Media, "filename" | "contentType">): string =>
  filename ??
  { image: "Unnamed picture", video: "Unnamed film", audio: "Unnamed sound", other: "Unnamed file" }[
    kindOf(contentType)
  ];
