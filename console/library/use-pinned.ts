import { useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { Media } from "../queries.js";
import { object } from "./object.js";

/** A file that fails again sooner than this has another reason than that its address has expired. */
const AGAIN_MS = 60_000;

interface Pinned<File> {
  file: File;
  /** Hears that it could not be loaded. */
  renew: () => void;
}

/**
 * A file as it was read first: addresses are signed anew with each reading, and another address would load it once more, and begin a film or a
 * sound anew. Where it does not load any more, it is read once, and what that gives is kept.
 */
export function usePinned<File extends Media | undefined>(file: File): Pinned<File> {
  const client = useQueryClient();
  const [pinned, pin] = useState(file);
  const renewed = useRef(0);
  if (pinned?.storageId !== file?.storageId) pin(file);
  const renew = () => {
    if (file === undefined) return;
    const isAgain = Date.now() - renewed.current < AGAIN_MS;
    // What is broken may be the thumbnail.
    if (isAgain) return pin((old) => old && { ...old, thumbUrl: undefined });
    renewed.current = Date.now();
    client.fetchQuery({ ...object(file.storageId), staleTime: 0 }).then(
      (now) => pin(now.object as File),
      () => undefined,
    );
  };
  return { file: pinned?.storageId === file?.storageId ? pinned : file, renew };
}
