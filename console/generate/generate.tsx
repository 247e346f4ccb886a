import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { type CatalogModel, type Job, type MediaKind, models } from "../queries.js";
import { useSay } from "../shell/toasts.js";
import { takerOf, withInput } from "./as-input.js";
import { changeDraft, type Draft, useDraft } from "./draft.js";
import type { Values } from "./fields.js";
import { Form } from "./form.js";
import { ModelPicker } from "./model-picker.js";
import { Results } from "./results/results.js";
import { useActs } from "./use-acts.js";
import { useArrival } from "./use-arrival.js";
import { carriedTo } from "./values.js";
import { Variants } from "./variants.js";
import { canVary, enteredOf, varying } from "./vary.js";

const route = getRouteApi("/app/generate");

/** Shows the form on one side and the results on the other. */
export function Generate() {
  const { data, error, refetch } = useQuery(models);
  const [first] = data?.models ?? [];
  return (
    <>
      <header className="page-head">
        <h1>Generate</h1>
      </header>
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && (
        <div className="generate">
          <div className="card form">
            <Skeletons count={5} className="line" />
          </div>
        </div>
      )}
      {data?.models.length === 0 && (
        <Empty icon={Sparkles} title="No models yet">
          <p>An operator can add a provider or start the local one.</p>
        </Empty>
      )}
      {data !== undefined && first !== undefined && <Studio models={data.models} first={first} />}
    </>
  );
}

function Studio({ models, first }: { models: readonly CatalogModel[]; first: CatalogModel }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const say = useSay();
  const draft = useDraft();
  const focusOnForm = useFocusOnForm();
  const { acts, now } = useActs();
  const before = models.find(({ id }) => id === draft.model);
  const asked = models.find(({ id }) => id === search.model);
  const usual = asked ?? before ?? models.find(({ kind }) => kind === "image") ?? first;
  // A file in the address selects a model that takes its kind.
  const { input: storageId, kind = "image" } = search;
  const input = storageId === undefined ? undefined : { storageId, kind };
  const model = input === undefined ? usual : takerOf(usual, models, kind);
  const carried = before === undefined ? draft.values : carriedTo(model, before, draft.values);
  const values = input === undefined ? carried : withInput(model, input, carried);
  const varied = canVary(model) ? draft.varied : undefined;
  const leaveAddress = () => {
    if (input !== undefined || search.model !== undefined)
      void navigate({ to: "/app/generate", search: {}, replace: true });
  };
  const go = (next: CatalogModel, changed: Values) => {
    changeDraft((old) => ({
      ...old,
      model: next.id,
      values: next.id === model.id ? changed : carriedTo(next, model, changed),
    }));
    leaveAddress();
  };
  const fill = (next: Draft) => {
    changeDraft(() => next);
    leaveAddress();
    focusOnForm();
  };
  const again = (job: Job) => {
    const old = { model: model.id, values, varied: draft.varied };
    fill(enteredOf(job));
    say("The form now has the settings of this result.", { undo: () => changeDraft(() => old) });
  };
  const vary = (job: Job, storageId: string) =>
    fill(varying(job, storageId, { model: model.id, values, varied: draft.varied }));
  useArrival({ input, model, values: carried, old: { ...draft, model: usual.id }, leaveAddress });
  const setCount = (count: number) =>
    changeDraft((old) => ({ ...old, ...(old.varied && { varied: { ...old.varied, count } }) }));
  const asInput = (storageId: string, kind: MediaKind) => {
    // The address names the model too, because the current one may come from the address alone.
    void navigate({
      to: "/app/generate",
      search: { model: model.id, input: storageId, kind },
      replace: true,
    });
    focusOnForm();
  };
  now.current = { again, vary, asInput };
  return (
    <div className="generate">
      <div className="card form">
        {varied !== undefined && (
          <Variants
            varied={varied}
            model={model}
            values={values}
            set={(changed) => go(model, changed)}
            setCount={setCount}
            end={() => changeDraft(() => varied.before)}
          />
        )}
        <ModelPicker models={models} chosen={model} choose={(next) => go(next, values)} />
        <Form
          key={model.id}
          model={model}
          values={values}
          set={(name, value) => go(model, { ...values, [name]: value })}
          varied={varied}
        />
      </div>
      <Results models={models} acts={acts} />
    </div>
  );
}

/**
 * Returns a function that scrolls the form into view and focuses its prompt after the new values are
 * rendered.
 */
function useFocusOnForm(): () => void {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times === 0) return;
    document.querySelector(".form")?.scrollIntoView({ block: innerWidth < NARROW ? "start" : "nearest" });
    const prompt = document.querySelector<HTMLElement>(".prompt");
    prompt?.focus({ preventScroll: true });
    prompt?.scrollIntoView({ block: "nearest" });
  }, [times]);
  return () => setTimes((count) => count + 1);
}

/** Window width in pixels below which the form stands above the results and not beside them. */
const NARROW = 1000;
