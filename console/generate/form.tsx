import { useDeferredValue, useEffect, useState } from "react";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import { canBuy } from "../buying.js";
import { object } from "../library/object.js";
import { Failed, sentence } from "../parts/states.js";
import { type CatalogModel, estimate } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";
import { credits } from "../words.js";
import { fieldsOf, missingOf, paramsOf, type Values, valueOf } from "./fields.js";
import { FormField } from "./form-field.js";
import { useSubmit } from "./submit.js";

interface Given {
  model: CatalogModel;
  values: Values;
  set: (name: string, value: unknown) => void;
  /** Hears of the job that was begun. */
  onSubmitted?: (jobId: string) => void;
}

/** The parameters of a model, what they would cost, and the button. */
export function Form({ model, values, set, onSubmitted }: Given) {
  const { projectId } = useProject();
  const fields = fieldsOf(model);
  const missing = missingOf(fields, values);
  const seconds = useSourceSeconds(model, values);
  const submission = { model: model.id, params: paramsOf(model, values, seconds), projectId };
  const isWhole = missing.length === 0;
  const cost = useQuery({
    ...estimate(useSettled(isWhole ? submission : null)),
    placeholderData: keepPreviousData,
  });
  const submit = useSubmit(projectId);
  const isShort = cost.data?.affordable === false;
  return (
    <form
      className="params"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole && !submit.isPending)
          submit.mutate(submission, { onSuccess: ({ job }) => onSubmitted?.(job.id) });
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit();
      }}
    >
      {fields.map((field) => (
        <FormField key={field.name} field={field} values={values} set={set} />
      ))}
      {submit.error !== null && <Failed error={submit.error} />}
      <div className="submit">
        <p className="small soft" aria-live="polite">
          {!isWhole
            ? `${missing[0]?.label} is still needed.`
            : cost.error !== null
              ? sentence(cost.error.message)
              : cost.data === undefined
                ? "Asks for the price …"
                : isShort
                  ? `Costs ${credits(cost.data.estimatedCredits)}; ${credits(cost.data.remainingCredits)} are left.`
                  : `Costs ${credits(cost.data.estimatedCredits)}`}
          {isShort && canBuy() && <Link to="/app/account/credits"> Get credits</Link>}
        </p>
        <button
          type="submit"
          className="button main"
          disabled={!isWhole || isShort}
          aria-disabled={submit.isPending}
        >
          <Sparkles aria-hidden size={18} /> {submit.isPending ? "Sending …" : "Generate"}
        </button>
      </div>
    </form>
  );
}

const SETTLES_MS = 250;

/** The value once it has not changed for a moment, so that not every letter asks for a price. */
function useSettled<T>(value: T): T {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(useDeferredValue(settled)) as T;
}

/** How long the chosen source is, where the price follows from it. */
function useSourceSeconds(model: CatalogModel, values: Values): number | null {
  const ids = fieldsOf(model)
    .filter(({ type, isRequired }) => type === "media" && isRequired)
    .flatMap((field) => valueOf(field, values) as string[]);
  const [first] = useQueries({ queries: ids.slice(0, 1).map((id) => object(id)) });
  return first?.data?.object.durationSeconds ?? null;
}
