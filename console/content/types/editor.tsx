import { useMemo, useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { contentCreateType, contentUpdateType } from "../../../sdk/generated/operations.js";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { call, isRefusal } from "../../kiln.js";
import { useUnsaved } from "../../parts/use-unsaved.js";
import { useSay } from "../../shell/toasts.js";
import type { ContentType, Locale } from "../queries.js";
import { DeleteType } from "./delete-type.js";
import { effectsOf } from "./effects.js";
import { Consequences } from "./consequences.js";
import { definitionOf, edited, type EditedField, nameOf } from "./field.js";
import { FieldList } from "./field-list.js";
import { refusalsOf } from "./refusals.js";
import { TEMPLATES } from "./templates.js";

interface Given {
  projectId: string;
  /** The edited type; null for a new one. */
  type: ContentType | null;
  types: readonly ContentType[];
  locales: readonly Locale[];
}

interface Edited {
  name: string;
  title: string;
  description: string;
  titleField: string;
  fields: readonly EditedField[];
}

const begun = (type: ContentType | null): Edited => ({
  name: type?.name ?? "",
  title: type?.title ?? "",
  description: type?.description ?? "",
  titleField: type?.schema.titleField ?? "",
  fields: type?.schema.fields.map(edited) ?? [],
});

/**
 * Returns the schema of the edited type. A new type without a chosen title field takes its first field of one
 * line.
 */
const schemaOf = (
  { name, title, description, titleField, fields }: Edited,
  isNew: boolean,
): ContentSchema => {
  const chosen = titleField === "" && isNew ? fields.find(({ type }) => type === "string")?.name : titleField;
  return {
    name,
    title,
    ...(description.trim() !== "" && { description }),
    fields: fields.map((field) => definitionOf(field)),
    ...(chosen && fields.some((field) => field.name === chosen) && { titleField: chosen }),
  };
};

/**
 * Edits a type and shows the effects of a save on documents; nothing is saved before the person presses the
 * button.
 */
export function TypeEditor({ projectId, type, types }: Given) {
  const [state, setState] = useState(() => begun(type));
  const [base, setBase] = useState(type);
  const schema = useMemo(() => schemaOf(state, base === null), [state, base]);
  const saved = useMemo(() => schemaOf(begun(base), false), [base]);
  const isDirty = JSON.stringify(schema) !== JSON.stringify(saved);
  const save = useSave({ projectId, base, setBase, schema });
  useUnsaved(() => isDirty && !save.isDone(), { question: { title: "The type is not saved" } });
  const set = (change: Partial<Edited>) => setState((old) => ({ ...old, ...change }));
  const refusals = refusalsOf(save.error);
  return (
    <>
      <header className="page-head">
        <Link to="/app/content/types" className="button plain icon" aria-label="All types">
          <ChevronLeft aria-hidden size={20} />
        </Link>
        <h1 className="grow">{state.title.trim() || (base === null ? "New type" : base.title)}</h1>
        {base !== null && <DeleteType type={base} />}
        <button
          type="button"
          className="button main"
          aria-disabled={!isDirty || save.isPending}
          onClick={() => isDirty && !save.isPending && save.mutate(base?.latestVersion ?? 0)}
        >
          {save.isPending ? "Saving …" : base === null ? "Create type" : "Save"}
        </button>
      </header>
      <div className="type-editor">
        <div className="type-fields">
          {base === null && state.fields.length === 0 && <Templates set={set} />}
          <Basics state={state} set={set} isNew={base === null} refusals={refusals} />
          <FieldList
            fields={state.fields}
            set={(fields) => set({ fields })}
            types={types}
            ownName={state.name}
            path="fields"
            refusals={refusals}
            depth={0}
          />
        </div>
        <Consequences
          projectId={projectId}
          effects={base === null || !isDirty ? [] : effectsOf(saved, schema)}
          type={base}
          isDirty={isDirty}
          error={save.error}
          isConflict={isRefusal(save.error, "conflict") && base !== null}
          compareWithTheirs={save.compareWithTheirs}
        />
      </div>
    </>
  );
}

function Templates({ set }: { set: (change: Partial<Edited>) => void }) {
  return (
    <section className="type-templates" aria-labelledby="begin-with">
      <h2 id="begin-with">Begin with one of these, or with fields of your own</h2>
      {TEMPLATES.map((template) => (
        <button
          key={template.name}
          type="button"
          className="card"
          onClick={() => {
            const fields = template.fields();
            set({ title: template.title, name: template.name, fields, titleField: fields[0]?.name ?? "" });
          }}
        >
          <strong>{template.title}</strong>
          <span className="soft small">{template.says}</span>
        </button>
      ))}
    </section>
  );
}

function useSave({
  projectId,
  base,
  setBase,
  schema: { name, title, description, fields, titleField },
}: {
  projectId: string;
  base: ContentType | null;
  setBase: (type: ContentType) => void;
  schema: ContentSchema;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const say = useSay();
  const [made] = useState({ is: false });
  const mutation = useMutation({
    mutationFn: (baseVersion: number) => {
      const body = { title, description: description ?? null, fields, titleField: titleField ?? null };
      return base === null
        ? call(contentCreateType, { projectId, name, ...body })
        : call(contentUpdateType, { id: base.id, baseVersion, ...body });
    },
    onSuccess: (answer) => {
      const type = answer.contentType as unknown as ContentType;
      client.setQueryData<ContentType[]>(["content-types", projectId], (old) =>
        old === undefined ? old : [...old.filter(({ id }) => id !== type.id), type],
      );
      for (const key of ["content-types", "documents", "document"])
        void client.invalidateQueries({ queryKey: [key] });
      setBase(type);
      say(
        base === null
          ? `${type.title} is made. Its documents can be written now.`
          : `${type.title} is saved.`,
      );
      if (base !== null) return;
      made.is = true;
      return navigate({ to: "/app/content/types/$id", params: { id: type.id }, replace: true });
    },
  });
  /**
   * Compares the edited type with the version that somebody else saved meanwhile and shows the effects of a
   * save on that version.
   */
  const compareWithTheirs = async () => {
    await client.invalidateQueries({ queryKey: ["content-types", projectId] });
    const theirs = client
      .getQueryData<ContentType[]>(["content-types", projectId])
      ?.find(({ id }) => id === base?.id);
    if (theirs === undefined) return;
    setBase(theirs);
    mutation.reset();
  };
  return Object.assign(mutation, { compareWithTheirs, isDone: () => made.is });
}

function Basics({
  state,
  set,
  isNew,
  refusals,
}: {
  state: Edited;
  set: (change: Partial<Edited>) => void;
  isNew: boolean;
  refusals: ReadonlyMap<string, string>;
}) {
  const named = state.fields.filter(({ type }) => type === "string" || type === "text");
  const wrong = (path: string) => refusals.has(path) && <span className="wrong">{refusals.get(path)}</span>;
  return (
    <section className="card type-basics" aria-label="The type">
      <div className="field">
        <label htmlFor="type-title">Title</label>
        <input
          id="type-title"
          className="input"
          placeholder="Article"
          value={state.title}
          aria-invalid={refusals.has("title")}
          onChange={({ target: { value } }) =>
            set({
              title: value,
              ...(isNew &&
                (state.name === "" || state.name === nameOf(state.title)) && { name: nameOf(value) }),
            })
          }
        />
        {wrong("title")}
      </div>
      <div className="field">
        <label htmlFor="type-name">Name in delivery</label>
        <input
          id="type-name"
          className="input"
          value={state.name}
          readOnly={!isNew}
          aria-invalid={refusals.has("name")}
          aria-describedby="type-name-hint"
          onChange={({ target }) => set({ name: target.value })}
        />
        <span className="hint" id="type-name-hint">
          {isNew ? "Stays for good: readers ask by it" : "Cannot be changed: readers ask by it"}
        </span>
        {wrong("name")}
      </div>
      <div className="field">
        <label htmlFor="type-description">Description</label>
        <input
          id="type-description"
          className="input"
          value={state.description}
          onChange={({ target }) => set({ description: target.value })}
        />
        {wrong("description")}
      </div>
      <div className="field">
        <label htmlFor="type-title-field">Documents are named by</label>
        <select
          id="type-title-field"
          className="input"
          value={state.titleField}
          onChange={({ target }) => set({ titleField: target.value })}
        >
          <option value="">{isNew ? "The first line" : "Nothing"}</option>
          {named.map(({ uid, name, title }) => (
            <option key={uid} value={name}>
              {title}
            </option>
          ))}
        </select>
        {wrong("titleField")}
      </div>
    </section>
  );
}
