import { type CatalogModel, type MediaKind, NOUNS } from "../queries.js";
import type { Draft } from "./draft.js";
import { fieldsOf, type Values } from "./fields.js";
import { filesWithout } from "./files-without.js";
import { goingBy, type MediaInput } from "./vary.js";

/** A file for the form, and its kind. */
export interface Input {
  storageId: string;
  kind: MediaKind;
}

type Able = Pick<CatalogModel, "id" | "capabilities">;

const fieldFor = (model: Able, kind: MediaKind): MediaInput | undefined =>
  fieldsOf(model).find((field): field is MediaInput => field.type === "media" && field.kinds.includes(kind));

/**
 * Returns a model that takes the file: the chosen one if it does, else the first that does, else the chosen
 * one.
 */
export const takerOf = <Model extends Able>(
  chosen: Model,
  models: readonly Model[],
  kind: MediaKind,
): Model => [chosen, ...models].find((model) => fieldFor(model, kind) !== undefined) ?? chosen;

/** Puts the file before the files of its field, up to the number that the field takes. */
export function withInput(model: Able, { storageId, kind }: Input, values: Values): Values {
  const field = fieldFor(model, kind);
  return field === undefined ? values : goingBy(values, field, { storageId, is: true });
}

interface Taken {
  /** The message for the person. */
  says: string;
  /** The values of the form with the file. */
  values: Values;
  /**
   * Returns the form without the file, or null if it has another model or no longer this file. Later edits
   * stay. If the file had changed the model, the old form comes back, unless somebody edited it since. `undo`
   * is null if nothing was put in.
   */
  undo: ((now: Draft) => Draft | null) | null;
}

/**
 * Puts the file into the form. `values` are those before the file, already fitted to `model`; `old` is the
 * form before that.
 */
export function takenIn(
  model: Able,
  input: Input,
  { values: without, old }: { values: Values; old: Draft },
): Taken {
  const { storageId, kind } = input;
  const noun = NOUNS[kind];
  const field = fieldFor(model, kind);
  const values = withInput(model, input, without);
  if (field === undefined) return { says: `No model here takes a ${noun}.`, values, undo: null };
  const { name, most, label } = field;
  const before = (without[name] ?? []) as readonly string[];
  if (before.includes(storageId)) return { says: `“${label}” has this ${noun} already.`, values, undo: null };
  return {
    says:
      before.length >= most
        ? `The ${noun} replaces another one in “${label}”.`
        : `The ${noun} is now in “${label}”.`,
    values,
    undo(now) {
      const held = (now.values[name] ?? []) as readonly string[];
      const files = filesWithout(held, { storageId, before, most });
      if (now.model !== model.id || files === undefined) return null;
      if (old.model !== model.id && now.values === values) return old;
      return { ...now, values: { ...now.values, [name]: files } };
    },
  };
}
