import { useCallback, useEffect } from "react";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { storageDelete } from "../../sdk/generated/operations.js";
import type { KilnError } from "../../sdk/kiln-error.js";
import { call } from "../kiln.js";
import { nameOf } from "../parts/thumb.js";
import { type Media, session } from "../queries.js";
import { STAYS_MS, useSay } from "../shell/toasts.js";
import { dropRemoval, keepRemoval, keptRemovals } from "./kept-removals.js";

const KEY = ["removed"];
/** Milliseconds after the end of Undo, so that the tab with the Undo button sends the deletion first. */
const LATER_MS = 1_000;
const LOOK_MS = 5_000;

/** The files whose removal can be undone in this tab, and in `sent` those whose deletion was sent. */
const undoable = new Set<string>();
const sent = new Set<string>();

const kept = (): readonly string[] => keptRemovals().map(({ storageId }) => storageId);

/** Returns the files that are about to be deleted, which every list hides. */
export function useRemoved(): readonly string[] {
  return useQuery({ queryKey: KEY, queryFn: kept, initialData: kept, enabled: false, gcTime: Infinity }).data;
}

/**
 * Returns a function that deletes a file after the time for Undo, because the service cannot undo a deletion.
 */
export function useRemoval(): (file: Media) => void {
  const say = useSay();
  const client = useQueryClient();
  return useCallback(
    (file) => {
      const { storageId } = file;
      const accountId = client.getQueryData(session.queryKey)?.user.id;
      if (accountId !== undefined) keepRemoval({ accountId, storageId, at: Date.now() });
      client.setQueryData<readonly string[]>(KEY, (old = []) => [...old, storageId]);
      undoable.add(storageId);
      say(`${nameOf(file)} is deleted.`, {
        undo: () => {
          undoable.delete(storageId);
          // After a sleep of the device another tab may have sent the deletion.
          if (sent.has(storageId) || !keptRemovals().some((one) => one.storageId === storageId))
            return say(`${nameOf(file)} is deleted already.`);
          dropRemoval(storageId);
          show(client, storageId);
        },
        done: () => {
          undoable.delete(storageId);
          void remove(client, storageId, say);
        },
      });
    },
    [client, say],
  );
}

/** Sends the deletions that a closed page or an unreachable service left behind. */
export function useKeptRemovals(): void {
  const say = useSay();
  const client = useQueryClient();
  const accountId = useQuery(session).data?.user.id;
  useEffect(() => {
    const look = async () => {
      const due = keptRemovals().filter(
        ({ storageId, at, ...one }) =>
          one.accountId === accountId && !undoable.has(storageId) && at + STAYS_MS + LATER_MS < Date.now(),
      );
      if (due.length === 0) return;
      // Another tab may have signed in somebody else since.
      const now = await client.fetchQuery({ ...session, staleTime: 0 }).catch(() => null);
      if (now?.user.id !== accountId) return;
      for (const { storageId } of due) void remove(client, storageId, say);
    };
    const readAgain = () => client.setQueryData(KEY, kept());
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    addEventListener("storage", readAgain);
    return () => {
      clearInterval(timer);
      removeEventListener("storage", readAgain);
    };
  }, [accountId, client, say]);
}

const show = (client: QueryClient, storageId: string): void =>
  void client.setQueryData<readonly string[]>(KEY, (old = []) => old.filter((id) => id !== storageId));

async function remove(client: QueryClient, storageId: string, say: (text: string) => void): Promise<void> {
  sent.add(storageId);
  try {
    await call(storageDelete, { storageId });
  } catch (error) {
    const { status, message } = error as KilnError;
    // An ended session or an unreachable service refuses nothing, so the next page tries again.
    sent.delete(storageId);
    if (status === 401 || status === 0 || status === 429 || status >= 500) return;
    dropRemoval(storageId);
    if (status === 404) return;
    show(client, storageId);
    say(message);
    return;
  }
  dropRemoval(storageId);
  await client.invalidateQueries({ queryKey: ["media"] });
  await client.invalidateQueries({ queryKey: ["object", storageId] });
}
