import { type CatalogModel, type MediaKind, NOUNS } from "../queries.js";
import type { Draft } from "./draft.js";
import { fieldsOf, type Values } from "./fields.js";
import { filesWithout } from "./files-without.js";
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
  /** The form with the file. */
  values: Values;
  /**
   * The form without the file again; null where there is nothing to take back. It gives null for a form that has another model or another
   * file by then. What was entered since stays; a model that the file had brought goes only with a form that nobody has changed.
   */
  undo: ((now: Draft) => Draft | null) | null;
}

/** What became of the file: `values` are those of the form before it, as `model` takes them, and `old` is what it was filled with. */
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
