import { useCallback, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { send } from "../api.js";
import type { Media } from "../queries.js";
import { nameOf } from "../parts/thumb.js";
import { useSay } from "../shell/toasts.js";

/** Deletes files a moment later, so that it can be undone: what is deleted on the service is gone. */
export function useRemoval() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const say = useSay();
  const client = useQueryClient();
  const remove = useCallback(
    (file: Media) => {
      const { storageId } = file;
      const show = () => setHidden((old) => new Set([...old].filter((id) => id !== storageId)));
      setHidden((old) => new Set([...old, storageId]));
      say(`${nameOf(file)} is deleted.`, {
        undo: show,
        done: () =>
          void send("DELETE", `/v1/storage/${storageId}`, { keepalive: true }).then(
            () => client.invalidateQueries({ queryKey: ["media"] }),
            (error: Error) => {
              show();
              say(error.message);
            },
          ),
      });
    },
    [client, say],
  );
  return { hidden, remove };
}
