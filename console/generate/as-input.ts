import { type CatalogModel, type MediaKind, NOUNS } from "../queries.js";
import type { Draft } from "./draft.js";
import { fieldsOf, type Values } from "./fields.js";
import { goingBy, type MediaInput } from "./vary.js";

/** A file that the form takes in, and which kind it is. */
export interface Input {
  storageId: string;
  kind: MediaKind;
}

type Able = Pick<CatalogModel, "id" | "capabilities">;

const fieldFor = (model: Able, kind: MediaKind): MediaInput | undefined =>
  fieldsOf(model).find((field): field is MediaInput => field.type === "media" && field.kinds.includes(kind));

/** The model that takes a file: the one that is chosen, where it does, else the first that does; where none does, the chosen one. */
export const takerOf = <Model extends Able>(
  chosen: Model,
  models: readonly Model[],
  kind: MediaKind,
): Model => [chosen, ...models].find((model) => fieldFor(model, kind) !== undefined) ?? chosen;

/** The file before those that were chosen, as far as the field takes so many. */
export function withInput(model: Able, { storageId, kind }: Input, values: Values): Values {
  const field = fieldFor(model, kind);
  return field === undefined ? values : goingBy(values, field, { storageId, is: true });
}

interface Taken {
  /** What a person is told. */
  says: string;
  /**
   * The form without the file again; null where there is nothing to take back. A form that has another model or another file by then
   * stays as it is. What was written since stays, unless the file had brought the model.
   */
  undo: ((now: Draft) => Draft) | null;
}

/** What became of the file: `values` are those of the form before it, as `model` takes them, and `old` is what it was filled with. */
export function takenIn(
  model: Able,
  { storageId, kind }: Input,
  { values, old }: { values: Values; old: Draft },
): Taken {
  const noun = NOUNS[kind];
  const field = fieldFor(model, kind);
  if (field === undefined) return { says: `No model here takes a ${noun}.`, undo: null };
  const before = (values[field.name] ?? []) as readonly string[];
  if (before.includes(storageId)) return { says: `“${field.label}” has this ${noun} already.`, undo: null };
  const isReplaced = before.length >= field.most;
  return {
    says: isReplaced
      ? `The ${noun} replaces another one in “${field.label}”.`
      : `The ${noun} is now in “${field.label}”.`,
    undo(now) {
      const held = (now.values[field.name] ?? []) as readonly string[];
      if (now.model !== model.id || !held.includes(storageId)) return now;
      return old.model === model.id ? { ...now, values: { ...now.values, [field.name]: before } } : old;
    },
  };
}
