import { useEffect, useRef } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { Failed } from "../parts/states.js";
import { useSay } from "../shell/toasts.js";
import type { Sent } from "./sharing.js";

/** Where the file is now, the way there, and back. */
export function SentThere({ sent, noun, onClose }: { sent: Sent; noun: string; onClose: () => void }) {
  const { into, next, open, undo } = sent;
  const client = useQueryClient();
  const say = useSay();
  const there = useRef<HTMLAnchorElement>(null);
  useEffect(() => there.current?.focus(), []);
  const takeBack = useMutation({
    mutationFn: () => undo?.() ?? Promise.resolve(),
    onSuccess: () => {
      refresh(client);
      onClose();
      say(`The ${noun} is taken back out of ${into}.`);
    },
  });
  return (
    <div className="asked">
      <p role="status" className="sent">
        <Check aria-hidden size={20} />
        <span>
          {undo === null ? `The ${noun} was already in ` : `The ${noun} is in `}
          {into}.{next !== null && <span className="soft"> {next}</span>}
        </span>
      </p>
      {takeBack.error !== null && <Failed error={takeBack.error} />}
      <div className="acts">
        {undo !== null && (
          <button
            type="button"
            className="button"
            aria-disabled={takeBack.isPending}
            onClick={() => !takeBack.isPending && takeBack.mutate()}
          >
            {takeBack.isPending ? "Takes it back …" : "Undo"}
          </button>
        )}
        <Link
          ref={there}
          to={open.kind === "document" ? "/app/content/documents/$id" : "/app/workflows/$id"}
          params={{ id: open.id }}
          className="button main"
        >
          Open the {open.kind}
        </Link>
      </div>
    </div>
  );
}

/** Lists say what there is now. */
export function refresh(client: ReturnType<typeof useQueryClient>): void {
  for (const key of ["documents", "document", "content-types", "workflows", "workflow", "media"])
    void client.invalidateQueries({ queryKey: [key] });
}
