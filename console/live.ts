import type * as Types from "../sdk/generated/types.js";
import { useEffect } from "react";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { AccountChange } from "../contracts/events.js";

export type Jobs = Types.GenerationListResult;

/** Milliseconds until a refused stream is requested again; lists are polled meanwhile. */
const AGAIN_MS = 30_000;
let isOpen = false;

/** Tells whether the event stream is connected, so that lists need no polling. */
export const isLive = (): boolean => isOpen;

/** Updates the lists by the events of the account. */
export function useLive(): void {
  const client = useQueryClient();
  useEffect(() => listen(client), [client]);
}

function listen(client: QueryClient): () => void {
  let stream: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    stream = new EventSource("/v1/events");
    stream.addEventListener("ready", () => {
      isOpen = true;
    });
    stream.addEventListener("generation", ({ data }) => {
      isOpen = true;
      note(client, JSON.parse(data as string) as AccountChange);
    });
    stream.addEventListener("run", ({ data }) => {
      isOpen = true;
      const { id, workflowId, status } = JSON.parse(data as string) as AccountChange;
      void client.invalidateQueries({ queryKey: ["run", id] });
      if (status === "running") return;
      for (const key of [["runs", workflowId], ["account"], ["usage"], ["media"]])
        void client.invalidateQueries({ queryKey: key });
    });
    stream.addEventListener("reset", () => void client.invalidateQueries());
    stream.addEventListener("error", () => {
      isOpen = false;
      // The jobs and runs are read again, which starts their polling.
      for (const key of ["jobs", "run"]) void client.invalidateQueries({ queryKey: [key] });
      if (stream.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS);
    });
  };
  open();
  return () => {
    clearTimeout(again);
    stream.close();
    isOpen = false;
  };
}

const isOver = (status: string): boolean => !["queued", "running"].includes(status);

function note(client: QueryClient, { id, status, progress, queuePosition }: AccountChange): void {
  let isKnown = false;
  client.setQueriesData<Jobs>({ queryKey: ["jobs"] }, (old) => {
    if (old === undefined || !old.jobs.some((job) => job.id === id)) return old;
    isKnown = true;
    if (isOver(status)) return old;
    const change = { status: status as Jobs["jobs"][number]["status"], progress, queuePosition };
    return { ...old, jobs: old.jobs.map((job) => (job.id === id ? { ...job, ...change } : job)) };
  });
  if (!isKnown || isOver(status)) void client.invalidateQueries({ queryKey: ["jobs"] });
  if (isOver(status))
    for (const key of ["account", "usage", "media"]) void client.invalidateQueries({ queryKey: [key] });
}
