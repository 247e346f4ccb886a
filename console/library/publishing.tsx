import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy, Globe } from "lucide-react";
import { storagePublish } from "../../sdk/generated/operations.js";
import { call } from "../kiln.js";
import { useSay } from "../shell/toasts.js";
import { object } from "./object.js";

/** Publishes a file under a public address, or removes that address. */
export function Publishing({ storageId, address }: { storageId: string; address: string | null }) {
  const say = useSay();
  const client = useQueryClient();
  const publish = useMutation({
    mutationFn: (unpublish: boolean) => call(storagePublish, { storageId, unpublish }),
    onSuccess: ({ publicUrl }) => {
      client.setQueryData(object(storageId).queryKey, (old) =>
        old === undefined ? old : { object: { ...old.object, publicUrl: publicUrl ?? undefined } },
      );
      say(
        publicUrl === null
          ? "Only you and your projects can see the file now."
          : "Everybody who has the address can see the file now.",
      );
    },
    onError: (error) => say(error.message),
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address ?? "");
      say("The address is copied.");
    } catch {
      say("The browser did not allow copying: select the address instead.");
    }
  };
  return address === null ? (
    <button
      type="button"
      className="button"
      disabled={publish.isPending}
      onClick={() => publish.mutate(false)}
    >
      <Globe aria-hidden size={18} /> Publish
    </button>
  ) : (
    <>
      <span className="public">
        <input
          className="input"
          aria-label="Public address"
          readOnly
          value={address}
          onFocus={({ target }) => target.select()}
        />
        <button
          type="button"
          className="button icon"
          aria-label="Copy the address"
          onClick={() => void copy()}
        >
          <Copy aria-hidden size={18} />
        </button>
      </span>
      <button
        type="button"
        className="button"
        disabled={publish.isPending}
        onClick={() => publish.mutate(true)}
      >
        Unpublish
      </button>
    </>
  );
}
