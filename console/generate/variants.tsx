import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { object } from "../library/object.js";
import { Choices } from "../parts/choices.js";
import { Thumb } from "../parts/thumb.js";
import { type CatalogModel, kindOf, NOUNS } from "../queries.js";
import type { Varied } from "./draft.js";
import type { Values } from "./fields.js";
import { COUNTS, goesBy, goingBy, isSeeded, referenceOf } from "./vary.js";

interface Given {
  varied: Varied;
  model: CatalogModel;
  values: Values;
  set: (values: Values) => void;
  setCount: (count: number) => void;
  /** Restores the content of the form from before the variants. */
  end: () => void;
}

/**
 * Shows above the form which result is varied, how many variants are made, and whether they follow the
 * result.
 */
export function Variants({ varied: { storageId, count }, model, values, set, setCount, end }: Given) {
  const { data, error } = useQuery(object(storageId));
  const kind = kindOf(data?.object.contentType ?? "");
  const field = kind === "other" ? undefined : referenceOf(model, kind);
  // After a refusal in the middle, the remaining number may be none of the usual choices.
  const counts = [...new Set<number>([...COUNTS, count])].toSorted((a, b) => a - b);
  return (
    <section className="varied" aria-label="Variants">
      <div className="varied-of">
        {data !== undefined && <Thumb file={data.object} />}
        {data === undefined && <span className={error === null ? "skeleton thumb" : "thumb"} />}
        <p>
          <strong>Variants of this {NOUNS[kind]}</strong>
          <span className="soft small">The form has its settings.</span>
        </p>
        <button type="button" className="button plain icon" aria-label="Cancel variants" onClick={end}>
          <X aria-hidden size={18} />
        </button>
      </div>
      {field !== undefined && (
        <Choices
          label="Made from"
          name="made-from"
          options={[
            ["try", "Prompt only"],
            ["by", `Prompt and ${NOUNS[kind]}`],
          ]}
          value={goesBy(values, field, storageId) ? "by" : "try"}
          set={(way) => set(goingBy(values, field, { storageId, is: way === "by" }))}
        />
      )}
      <Choices
        label="How many"
        name="variants"
        options={counts.map((one) => [String(one), String(one)] as const)}
        value={String(count)}
        set={(one) => setCount(Number(one))}
      />
      {isSeeded(values["prompt"]) && <p className="soft small">Each job gets its own seed.</p>}
    </section>
  );
}
