import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { object } from "../library/object.js";
import { Choices } from "../parts/choices.js";
import { Thumb } from "../parts/thumb.js";
import { type CatalogModel, kindOf, NOUNS } from "../queries.js";
import type { Varied } from "./draft.js";
import type { Values } from "./fields.js";
import { goesBy, goingBy, isSeeded, referenceOf } from "./vary.js";

interface Given {
  varied: Varied;
  model: CatalogModel;
  values: Values;
  set: (values: Values) => void;
  /** Back to what the form said before. */
  end: () => void;
}

/** Above the form: of what variants are made, and how close to it they stay. */
export function Variants({ varied: { storageId }, model, values, set, end }: Given) {
  const { data, error } = useQuery(object(storageId));
  const kind = kindOf(data?.object.contentType ?? "");
  const field = kind === "other" ? undefined : referenceOf(model, kind);
  return (
    <section className="varied" aria-label="Variants">
      <div className="varied-of">
        {data !== undefined && <Thumb file={data.object} />}
        {data === undefined && <span className={error === null ? "skeleton thumb" : "thumb"} />}
        <p>
          <strong>Variants of this {NOUNS[kind]}</strong>
          <span className="soft small">Below is what it was made of.</span>
        </p>
        <button type="button" className="button plain icon" aria-label="Stop varying" onClick={end}>
          <X aria-hidden size={18} />
        </button>
      </div>
      {field !== undefined && (
        <Choices
          label="How close"
          name="how-close"
          options={[
            ["try", "Another try"],
            ["by", `Goes by this ${NOUNS[kind]}`],
          ]}
          value={goesBy(values, field, storageId) ? "by" : "try"}
          set={(way) => set(goingBy(values, field, { storageId, is: way === "by" }))}
        />
      )}
      {isSeeded(values["prompt"]) && <p className="soft small">Each job gets another seed.</p>}
    </section>
  );
}
