import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { storageImport } from "../../sdk/generated/operations.js";
import { call } from "../kiln.js";
import { Dialog } from "../parts/dialog.js";
import { sentence } from "../parts/states.js";
import { useUnsaved } from "../parts/use-unsaved.js";
import { useProject } from "../shell/chosen-project.js";
import { useSay } from "../shell/toasts.js";
import { share } from "./send-file.js";

/** Imports a file from a public address. */
export function ImportByUrl({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState("");
  useUnsaved(url !== "");
  const { projectId } = useProject();
  const client = useQueryClient();
  const say = useSay();
  const fetching = useMutation({
    mutationFn: async () => {
      const { storageId } = await call(storageImport, { url: url.trim() });
      await share(storageId, projectId);
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["media"] });
      say("The file is in the library.");
      onClose();
    },
  });
  return (
    <Dialog title="Import from an address" onClose={onClose}>
      <form
        className="params"
        onSubmit={(event) => {
          event.preventDefault();
          if (!fetching.isPending) fetching.mutate();
        }}
      >
        <div className="field">
          <label htmlFor="import-url">Address</label>
          <input
            id="import-url"
            className="input"
            type="url"
            required
            placeholder="https://"
            value={url}
            aria-invalid={fetching.isError}
            aria-describedby="import-hint"
            onChange={({ target }) => setUrl(target.value)}
          />
          <span
            id="import-hint"
            className={fetching.isError ? "wrong" : "hint"}
            role={fetching.isError ? "alert" : undefined}
          >
            {fetching.isError
              ? sentence(fetching.error.message)
              : "A picture, a film or a sound that everybody can open, up to 1 GB."}
          </span>
        </div>
        <div className="acts">
          <button type="submit" className="button main" aria-disabled={fetching.isPending}>
            {fetching.isPending ? "Fetching …" : "Import"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
