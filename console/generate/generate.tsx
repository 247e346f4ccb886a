import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { type CatalogModel, type Job, models } from "../queries.js";
import { useDraft } from "./draft.js";
import { fieldsOf, type Values } from "./fields.js";
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
  const wanted = search.model ?? draft.model;
  const model =
    models.find(({ id }) => id === wanted) ?? models.find(({ kind }) => kind === "image") ?? models[0];
  if (model === undefined) return null;
  const fromAddress: Values = search.input === undefined ? {} : inputOf(model, search.input);
  const values = { ...draft.values, ...fromAddress };
  const go = (next: string, changed: Values) => {
    setDraft(() => ({ model: next, values: changed }));
    void navigate({ to: "/app/generate", search: {}, replace: true });
  };
  const again = (job: Job) => {
    if (models.some(({ id }) => id === job.model)) go(job.model, enteredOf(job));
    document.querySelector<HTMLElement>(".prompt")?.focus();
  };
  const asInput = (storageId: string, kind: "image" | "video" | "audio") => {
    const taking = takes(model, kind) ? model : models.find((other) => takes(other, kind));
    if (taking !== undefined) go(taking.id, { ...values, ...inputOf(taking, storageId, kind) });
  };
  return (
    <div className="generate">
      <div className="card form">
        <ModelPicker models={models} chosen={model} choose={({ id }) => go(id, values)} />
        <Form
          key={model.id}
          model={model}
          values={values}
          set={(name, value) => go(model.id, { ...values, [name]: value })}
        />
      </div>
      <Queue models={models} again={again} asInput={asInput} />
    </div>
  );
}

const mediaFields = (model: CatalogModel, kind?: "image" | "video" | "audio") =>
  fieldsOf(model).filter(
    (field) => field.type === "media" && (kind === undefined || field.kinds.includes(kind)),
  );
const takes = (model: CatalogModel, kind: "image" | "video" | "audio") => mediaFields(model, kind).length > 0;
const inputOf = (model: CatalogModel, storageId: string, kind?: "image" | "video" | "audio"): Values => {
  const [field] = mediaFields(model, kind);
  return field === undefined ? {} : { [field.name]: [storageId] };
};

/** What a job was made of, as the form has it. */
const enteredOf = ({ params }: Job): Values =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, name.endsWith("StorageId") ? [value] : value]),
  );
