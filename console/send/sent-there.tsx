import { useEffect, useRef } from "react";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { Failed } from "../parts/states.js";
import type { Sent } from "./sharing.js";
import { useTakeBack, whereIs } from "./use-sending.js";

/** Tells where the file is now, with a link and with Undo. */
export function SentThere({ sent, noun, onClose }: { sent: Sent; noun: string; onClose: () => void }) {
  const { next, open, undo } = sent;
  const back = useTakeBack(noun);
  const there = useRef<HTMLAnchorElement>(null);
  useEffect(() => there.current?.focus(), []);
  const takeBack = useMutation({
    mutationFn: () => back(sent),
    onSuccess: onClose,
  });
  return (
    <div className="asked">
      <p role="status" className="sent">
        <Check aria-hidden size={20} />
        <span>
          {whereIs(noun, sent)}
          {next !== null && <span className="soft"> {next}</span>}
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
            {takeBack.isPending ? "Undoing …" : "Undo"}
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
