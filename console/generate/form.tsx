import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import type { GenerationEstimateResult } from "../../sdk/generated/types.js";
import { canBuy } from "../buying.js";
import { object } from "../library/object.js";
import { Failed, sentence } from "../parts/states.js";
import type { CatalogModel, Submission } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";
import { credits } from "../words.js";
import { changeDraft, keepRest, type Varied, withRest } from "./draft.js";
import { fieldsOf, type Values } from "./fields.js";
import { FormField } from "./form-field.js";
import { useSubmit } from "./submit.js";
import { usePrice } from "./use-price.js";
import { askOf, paramsOf, valueOf } from "./values.js";
import { newSeeds, resultsOf, variantsOf } from "./vary.js";

interface Given {
  model: CatalogModel;
  values: Values;
  set: (name: string, value: unknown) => void;
  /** Called with the id of each started job. */
  onSubmitted?: (jobId: string) => void;
  /** The result to vary; its count replaces the model's own number of images. */
  varied?: Varied | undefined;
}

/** Shows the parameters of a model, the price and the submit button. */
export function Form({ model, values, set, onSubmitted, varied }: Given) {
  const { projectId } = useProject();
  const fields = fieldsOf(model);
  const missing = askOf(fields, values);
  const seconds = useSourceSeconds(model, values);
  const submission: Submission = { model: model.id, params: paramsOf(model, values, seconds), projectId };
  const submissionsWith = (given: readonly number[] | null) =>
    varied === undefined
      ? [submission]
      : variantsOf(submission, model, { count: varied.count, seeds: given });
  const price = usePrice(missing === null ? submissionsWith(null) : null, model);
  // The button stays inactive until the price is shown (rules/console 11).
  const { cost } = price;
  const submit = useSubmit(projectId);
  const isShort = cost?.affordable === false;
  const isWaiting = submit.isPending || cost === undefined;
  const send = () => {
    if (missing !== null || isWaiting || isShort) return;
    let rest = varied?.count ?? 0;
    let jobs = 0;
    // Started jobs are not started again: after a refusal or a reload the form asks only for the rest, and
    // after the last job for as many new ones.
    const left = () => {
      if (varied === undefined) return null;
      const { storageId, count, seeds } = varied;
      return rest <= 0
        ? { storageId, count, seeds: newSeeds() }
        : { storageId, count: rest, seeds: [...seeds.slice(jobs), ...newSeeds()] };
    };
    submit.mutate({
      submissions: submissionsWith(varied?.seeds ?? null),
      onBegun: (job, begun) => {
        rest -= resultsOf(begun);
        jobs += 1;
        keepRest(left());
        onSubmitted?.(job.id);
      },
      onEnd: () => {
        const now = left();
        keepRest(null);
        if (now !== null && jobs > 0) changeDraft((draft) => withRest(draft, now));
      },
    });
  };
  return (
    <form
      className="params"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        // A key that is held down submits once.
        if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && !event.repeat)
          event.currentTarget.requestSubmit();
      }}
    >
      {fields
        .filter(({ name }) => varied === undefined || name !== "numImages")
        .map((field) => (
          <FormField key={field.name} field={field} values={values} set={set} />
        ))}
      {submit.error !== null && <Failed error={submit.error} />}
      <div className="form-foot">
        <p className="small soft" aria-live="polite">
          <Cost missing={missing} error={price.error} again={price.again} cost={cost} />
        </p>
        <button
          type="submit"
          className="button main"
          disabled={missing !== null || isShort}
          aria-disabled={isWaiting}
        >
          <Sparkles aria-hidden size={18} /> {submit.isPending ? "Starting …" : actOf(varied?.count)}
        </button>
      </div>
    </form>
  );
}

const actOf = (variants: number | undefined): string =>
  variants === undefined ? "Generate" : `Make ${variants} ${variants === 1 ? "variant" : "variants"}`;

interface CostGiven {
  /** The sentence about the values that the price still needs. */
  missing: string | null;
  error: Error | null;
  again: () => void;
  cost: GenerationEstimateResult | undefined;
}

/** Shows the price; if the balance is too small, also the balance and the way to more credits. */
function Cost({ missing, error, again, cost }: CostGiven) {
  if (missing !== null) return missing;
  if (error !== null)
    return (
      <>
        {sentence(error.message)}{" "}
        <button type="button" className="button plain small" onClick={again}>
          Try again
        </button>
      </>
    );
  if (cost === undefined) return "Getting the price …";
  const says = `Costs ${credits(cost.estimatedCredits)}`;
  if (cost.affordable) return says;
  return (
    <>
      {says}, but you have {credits(cost.remainingCredits)}.
      {canBuy() && <Link to="/app/account/credits"> Get credits</Link>}
    </>
  );
}

/** Returns the length of the chosen source file in seconds, if the price depends on it. */
function useSourceSeconds(model: CatalogModel, values: Values): number | null {
  const ids = fieldsOf(model)
    .filter(({ type, isRequired }) => type === "media" && isRequired)
    .flatMap((field) => valueOf(field, values) as string[]);
  const [first] = useQueries({ queries: ids.slice(0, 1).map((id) => object(id)) });
  return first?.data?.object.durationSeconds ?? null;
}
