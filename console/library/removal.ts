import { useCallback } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { send } from "../api.js";
import { nameOf } from "../parts/thumb.js";
import type { Media } from "../queries.js";
import { useSay } from "../shell/toasts.js";

const KEY = ["removed"];
const NONE: readonly string[] = [];

/** Files that are about to be deleted: no list shows them, on whichever page it is. */
export function useRemoved(): readonly string[] {
  return useQuery({ queryKey: KEY, queryFn: () => NONE, initialData: NONE, enabled: false, gcTime: Infinity })
    .data;
}

/** Deletes a file a moment later, so that it can be undone: what is deleted on the service is gone. */
export function useRemoval(): (file: Media) => void {
  const say = useSay();
  const client = useQueryClient();
  return useCallback(
    (file) => {
      const { storageId } = file;
      const show = () =>
        client.setQueryData<readonly string[]>(KEY, (old = NONE) => old.filter((id) => id !== storageId));
      client.setQueryData<readonly string[]>(KEY, (old = NONE) => [...old, storageId]);
      const remove = async () => {
        try {
          await send("DELETE", `/v1/storage/${storageId}`, { keepalive: true });
          await client.invalidateQueries({ queryKey: ["media"] });
          await client.invalidateQueries({ queryKey: ["object", storageId] });
        } catch (error) {
          show();
          say((error as Error).message);
        }
      };
      say(`${nameOf(file)} is deleted.`, { undo: show, done: () => void remove() });
    },
    [client, say],
  );
}
