import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { type CatalogModel, type Job, type MediaKind, models } from "../queries.js";
import { useDraft } from "./draft.js";
import { carriedTo, fieldsOf, type Values } from "./fields.js";
import { Form } from "./form.js";
import { ModelPicker } from "./model-picker.js";
import { Queue } from "./queue.js";

const route = getRouteApi("/app/generate");

/** A form on one side, what came of it on the other. */
export function Generate() {
  const { data, error, refetch } = useQuery(models);
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
        <Empty icon={Sparkles} title="No model is here yet">
          <p>An operator adds a provider, or starts the local one.</p>
        </Empty>
      )}
      {data !== undefined && data.models.length > 0 && <Studio models={data.models} />}
    </>
  );
}

function Studio({ models }: { models: readonly CatalogModel[] }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const [draft, setDraft] = useDraft();
  const before = models.find(({ id }) => id === draft.model);
  const asked = models.find(({ id }) => id === search.model);
  const usual = asked ?? before ?? models.find(({ kind }) => kind === "image") ?? models[0];
  if (usual === undefined) return null;
  // A file of the address goes into a model that takes its kind.
  const { input, kind = "image" } = search;
  const model = input === undefined ? usual : ([usual, ...models].find((one) => takes(one, kind)) ?? usual);
  const carried = before === undefined ? draft.values : carriedTo(model, before, draft.values);
  const values = { ...carried, ...(input !== undefined && inputOf(model, input, kind)) };
  const go = (next: CatalogModel, changed: Values) => {
    setDraft(() => ({
      model: next.id,
      values: next.id === model.id ? changed : carriedTo(next, model, changed),
    }));
    if (input !== undefined || search.model !== undefined)
      void navigate({ to: "/app/generate", search: {}, replace: true });
  };
  const again = (job: Job) => {
    const same = models.find(({ id }) => id === job.model);
    if (same === undefined) return;
    setDraft(() => ({ model: same.id, values: enteredOf(job) }));
    void navigate({ to: "/app/generate", search: {}, replace: true });
    document.querySelector<HTMLElement>(".prompt")?.focus();
  };
  const asInput = (storageId: string, kind: MediaKind) =>
    void navigate({ to: "/app/generate", search: { input: storageId, kind }, replace: true });
  return (
    <div className="generate">
      <div className="card form">
        <ModelPicker models={models} chosen={model} choose={(next) => go(next, values)} />
        <Form
          key={model.id}
          model={model}
          values={values}
          set={(name, value) => go(model, { ...values, [name]: value })}
        />
      </div>
      <Queue models={models} again={again} asInput={asInput} />
    </div>
  );
}

const mediaFields = (model: CatalogModel, kind?: MediaKind) =>
  fieldsOf(model).filter(
    (field) => field.type === "media" && (kind === undefined || field.kinds.includes(kind)),
  );
const takes = (model: CatalogModel, kind: MediaKind) => mediaFields(model, kind).length > 0;
const inputOf = (model: CatalogModel, storageId: string, kind?: MediaKind): Values => {
  const [field] = mediaFields(model, kind);
  return field === undefined ? {} : { [field.name]: [storageId] };
};

/** What a job was made of, as the form has it. */
const enteredOf = ({ params }: Job): Values =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, name.endsWith("StorageId") ? [value] : value]),
  );
