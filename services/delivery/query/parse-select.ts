import type { ContentSchema, FieldDefinition } from "../../../contracts/content-schema.js";
import type { AnyDefinition } from "../../../contracts/content-values.js";
import { refusal, thereAre } from "./refusal.js";

const MAX_PATHS = 200;

/** System fields (rules/delivery 16); no field's name begins like these. */
const SYSTEM_FIELDS: ReadonlySet<string> = new Set([
  "_id",
  "_type",
  "_status",
  "_createdAt",
  "_updatedAt",
  "_publishedAt",
  "_locale",
  "_fallbackFields",
]);

/** Returns the paths that decide what is delivered, each once: system fields are always delivered. */
export const decidingPaths = (paths: readonly string[]): string[] =>
  [...new Set(paths)].filter((path) => !SYSTEM_FIELDS.has(path));

/** Selected fields by name; null selects a field with all that is in it. */
type Selection = Map<string, Selection | null>;

/**
 * Returns the schema without the fields that are not selected: a payload that is read through it yields,
 * signs and expands nothing else. Paths go through objects and lists of objects; system fields are always
 * delivered, so that naming them changes nothing. Throws `invalid_params` that names an unknown path.
 */
export function parseSelect(schema: ContentSchema, paths: readonly string[]): ContentSchema {
  const deciding = decidingPaths(paths);
  if (deciding.length > MAX_PATHS) throw refusal(`select: at most ${MAX_PATHS} paths.`);
  const selection: Selection = new Map();
  for (const path of deciding) {
    checkPath(schema, path);
    include(selection, path.split("."));
  }
  return { ...schema, fields: narrow(schema.fields, selection) };
}

/** Returns the fields inside an object or a list of objects, none for other definitions. */
function innerFields(definition: AnyDefinition): readonly FieldDefinition[] {
  if (definition.type === "array") return innerFields(definition.of);
  return definition.type === "object" ? definition.fields : [];
}

function checkPath(schema: ContentSchema, path: string): void {
  let fields: readonly FieldDefinition[] = schema.fields;
  let above = "";
  for (const name of path.split(".")) {
    const found = fields.find((field) => field.name === name);
    if (found === undefined) throw unknownPath(path, above, fields);
    fields = innerFields(found);
    above += `${name}.`;
  }
}

function unknownPath(path: string, above: string, fields: readonly FieldDefinition[]) {
  const there =
    fields.length > 0 || above === ""
      ? thereAre(fields.map(({ name }) => above + name))
      : `"${above.slice(0, -1)}" has no fields to select`;
  return refusal(`select: there is no "${path}"; ${there}.`);
}

function include(selection: Selection, [name = "", ...rest]: readonly string[]): void {
  const found = selection.get(name);
  if (found === null) return;
  if (rest.length === 0) {
    selection.set(name, null);
    return;
  }
  const inner = found ?? new Map<string, Selection | null>();
  selection.set(name, inner);
  include(inner, rest);
}

function narrow(fields: readonly FieldDefinition[], selection: Selection): FieldDefinition[] {
  return fields.flatMap((field) => {
    const inner = selection.get(field.name);
    if (inner === undefined) return [];
    return [inner === null ? field : narrowInner(field, inner)];
  });
}

function narrowInner<T extends AnyDefinition>(definition: T, selection: Selection): T {
  if (definition.type === "object") return { ...definition, fields: narrow(definition.fields, selection) };
  return definition.type === "array"
    ? { ...definition, of: narrowInner(definition.of, selection) }
    : definition;
}
