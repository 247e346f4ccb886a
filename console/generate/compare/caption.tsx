import { memo } from "react";
import { Link, useNavigate } from "@tanstack/react-router";
import { Shuffle, X } from "lucide-react";
import { nameOf } from "../../parts/thumb.js";
import type { CatalogModel } from "../../queries.js";
import { SendTo } from "../../send/send-to.js";
import { ago } from "../../words.js";
import { changeDraft } from "../draft.js";
import { canVary, varying } from "../vary.js";
import type { Item } from "./items.js";
import { shortName } from "../../parts/model-name.js";

interface Given {
  item: Item;
  at: number;
  models: readonly CatalogModel[];
  remove: (storageId: string) => void;
}

/** Shows the data of one compared result, and its actions. */
export const Caption = memo(function Caption({
  item: { storageId, file, job, kind },
  at,
  models,
  remove,
}: Given) {
  const navigate = useNavigate();
  const model = models.find(({ id }) => id === job?.model);
  return (
    <div className="caption">
      <div className="caption-head">
        <p>
          <strong>{at + 1}</strong>{" "}
          <span className="soft small">
            {(model && shortName(model.displayName)) ??
              job?.model ??
              (file === undefined ? "" : nameOf(file))}
            {file !== undefined && ` · ${ago(file.createdAt)}`}
          </span>
        </p>
        <button
          type="button"
          className="button plain small icon"
          aria-label={`Remove ${at + 1}`}
          onClick={() => remove(storageId)}
        >
          <X aria-hidden size={16} />
        </button>
      </div>
      <span className="acts-row">
        {job !== undefined && model !== undefined && canVary(model) && (
          <button
            type="button"
            className="button small"
            aria-label={`Vary ${at + 1}`}
            onClick={() => {
              changeDraft((draft) => varying(job, storageId, draft));
              void navigate({ to: "/app/generate" });
            }}
          >
            <Shuffle aria-hidden size={16} /> Vary
          </button>
        )}
        {kind !== undefined && kind !== "other" && (
          <SendTo storageId={storageId} kind={kind} name={`${at + 1}`} className="button small" />
        )}
        {file !== undefined && (
          <Link
            to="/app/library"
            search={{ file: storageId }}
            className="button small"
            aria-label={`Details: ${at + 1}`}
          >
            Details
          </Link>
        )}
      </span>
    </div>
  );
});
