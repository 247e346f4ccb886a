import type { ContentSchema, FieldDefinition } from "../../../contracts/content-schema.js";
import { refusal, thereAre } from "./refusal.js";

const MAX_EXPAND_DEPTH = 2;
const MAX_PATHS = 20;

/**
 * References to expand by their path in a document (as `flatten` names them), each with the references to
 * expand in the documents that it leads to.
 */
export type ExpandTree = Map<string, ExpandTree>;

/**
 * Parses `expand` and `expandDepth` (rules/delivery 14). Dotted paths go through objects and lists, and on
 * into the documents that a reference leads to; of several target types only those count that have the rest
 * of the path. Throws `invalid_params` that names an unknown path, one that ends at no reference, or one that
 * is too deep.
 */
export function parseExpand(
  schema: ContentSchema,
  paths: readonly string[],
  depth: number,
  schemaOf: (type: string) => ContentSchema | undefined,
): ExpandTree {
  if (paths.length > MAX_PATHS) throw refusal(`expand: at most ${MAX_PATHS} paths.`);
  const tree: ExpandTree = new Map();
  for (const path of [...paths].sort()) {
    const steps = followPath(schema, path, schemaOf);
    if (steps.length > depth)
      throw refusal(
        steps.length > MAX_EXPAND_DEPTH
          ? `expand: "${path}" leads through more than ${MAX_EXPAND_DEPTH} references.`
          : `expand: "${path}" needs expandDepth=${steps.length}.`,
      );
    let node = tree;
    for (const step of steps) {
      const next: ExpandTree = node.get(step) ?? new Map<string, ExpandTree>();
      node.set(step, next);
      node = next;
    }
  }
  return tree;
}

/** Cuts a path after each reference: `seo.author.company` may become `seo.author`, then `company`. */
function followPath(
  schema: ContentSchema,
  path: string,
  schemaOf: (type: string) => ContentSchema | undefined,
): string[] {
  const steps: string[] = [];
  let within: string[] = [];
  let fields: readonly FieldDefinition[] = schema.fields;
  /** Fields of the document at the end of the path so far. */
  let own = fields;
  const there = () => referencesAfter(steps, own);
  for (const name of path.split(".")) {
    const found = fields.filter((field) => field.name === name).map(itemOf);
    if (found.length === 0) throw refusal(`expand: there is no "${path}"; ${there()}.`);
    within.push(name);
    const targets = found.flatMap((one) => (one.type === "reference" ? one.to : []));
    if (targets.length > 0) {
      steps.push(within.join("."));
      within = [];
      own = targets.flatMap((type) => schemaOf(type)?.fields ?? []);
      fields = own;
    } else fields = found.flatMap((one) => (one.type === "object" ? one.fields : []));
  }
  if (within.length > 0) throw refusal(`expand: "${path}" is no reference; ${there()}.`);
  return steps;
}

/** Lists the references that a document has after these steps, as the whole paths that name them. */
function referencesAfter(steps: readonly string[], fields: readonly FieldDefinition[]): string {
  if (steps.length === MAX_EXPAND_DEPTH) return `a path leads through ${MAX_EXPAND_DEPTH} references at most`;
  return thereAre(new Set(referencesIn(fields, steps.map((step) => `${step}.`).join(""))));
}

const referencesIn = (fields: readonly FieldDefinition[], above: string): string[] =>
  fields.flatMap((field) => {
    const item = itemOf(field);
    const path = above + field.name;
    if (item.type === "reference") return [path];
    return item.type === "object" ? referencesIn(item.fields, `${path}.`) : [];
  });

const itemOf = (field: FieldDefinition) => (field.type === "array" ? field.of : field);
