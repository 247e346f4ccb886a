import { useCallback, useEffect, useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { sentence } from "../parts/states.js";
import { useProject } from "../shell/chosen-project.js";
import { sendFile } from "./send-file.js";

interface Upload {
  id: number;
  name: string;
  part: number;
  error: string | null;
}

/** Returns the running uploads and the functions that add and remove one. */
export function useUploads() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const next = useRef(0);
  const client = useQueryClient();
  const { projectId } = useProject();
  const change = useCallback(
    (id: number, to: Partial<Upload>) =>
      setUploads((old) => old.map((one) => (one.id === id ? { ...one, ...to } : one))),
    [],
  );
  const remove = useCallback((id: number) => setUploads((old) => old.filter((one) => one.id !== id)), []);
  const add = useCallback(
    async (files: Iterable<File>) => {
      // The files are sent one after another, so that each has the full bandwidth and the first one is soon
      // there.
      const waiting = [...files].map((file) => {
        next.current += 1;
        return { id: next.current, file };
      });
      setUploads((old) => [
        ...old,
        ...waiting.map(({ id, file }) => ({ id, name: file.name, part: 0, error: null })),
      ]);
      for (const { id, file } of waiting) {
        try {
          await sendFile(file, projectId, (part) => change(id, { part }));
          remove(id);
          await client.invalidateQueries({ queryKey: ["media"] });
        } catch (error) {
          change(id, { error: (error as Error).message });
        }
      }
    },
    [change, client, projectId, remove],
  );
  return { uploads, add, remove };
}

/**
 * Adds files that are dropped on the page or pasted into it; returns true while files are dragged over it.
 */
export function useDropped(add: (files: Iterable<File>) => unknown): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const on = (name: "dragover" | "drop" | "dragleave", take: (event: DragEvent) => void) =>
      addEventListener(name, take as (event: Event) => void, { signal });
    on("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    });
    on("dragleave", ({ relatedTarget }) => relatedTarget === null && setOver(false));
    on("drop", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      void add(event.dataTransfer?.files ?? []);
    });
    addEventListener(
      "paste",
      ({ clipboardData }) => {
        if (clipboardData !== null && clipboardData.files.length > 0) void add(clipboardData.files);
      },
      { signal },
    );
    return () => abort.abort();
  }, [add]);
  return isOver;
}

export function UploadList({
  uploads,
  remove,
}: {
  uploads: readonly Upload[];
  remove: (id: number) => void;
}) {
  if (uploads.length === 0) return null;
  return (
    <ul className="card rows uploads" aria-label="Uploads">
      {uploads.map(({ id, name, part, error }) => (
        <li key={id}>
          <span className="row-text">
            <span>{name}</span>
            {error !== null && (
              <span className="job-error small" role="alert">
                {sentence(error)}
              </span>
            )}
          </span>
          {error === null ? (
            <span className="job-progress">
              <progress aria-label={`Upload of ${name}`} max={1} value={part} />
              <span className="soft small number">
                {part < 1 ? `${Math.round(part * 100)} %` : "Is being stored"}
              </span>
            </span>
          ) : (
            <button type="button" className="button icon" aria-label="Dismiss" onClick={() => remove(id)}>
              <X aria-hidden size={16} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
