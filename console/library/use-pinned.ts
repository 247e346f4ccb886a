import { useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { Media } from "../queries.js";
import { object } from "./object.js";

/** Milliseconds within which a second failure has another cause than an expired address. */
const AGAIN_MS = 60_000;

interface Pinned<File> {
  file: File;
  /** Called when the file could not be loaded. */
  renew: () => void;
}

/**
 * Keeps the address of a file at its first reading. Each reading signs a new address, which would load the
 * file again and restart a film or sound. If the file fails to load, it is read once more and the new address
 * is kept.
 */
export function usePinned<File extends Media | undefined>(file: File): Pinned<File> {
  const client = useQueryClient();
  const [pinned, pin] = useState(file);
  const renewed = useRef(0);
  if (pinned?.storageId !== file?.storageId) pin(file);
  const renew = () => {
    if (file === undefined) return;
    const isAgain = Date.now() - renewed.current < AGAIN_MS;
    // The thumbnail may be the broken part.
    if (isAgain) return pin((old) => old && { ...old, thumbUrl: undefined });
    renewed.current = Date.now();
    client.fetchQuery({ ...object(file.storageId), staleTime: 0 }).then(
      (now) => pin(now.object as File),
      () => undefined,
    );
  };
  return { file: pinned?.storageId === file?.storageId ? pinned : file, renew };
}
