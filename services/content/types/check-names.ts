import { generatedNames, graphqlNames, isSharedName } from "../../../contracts/content-names.js";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { invalidParams } from "../../../contracts/errors.js";
import type { SchemaFacts } from "./schema-facts.js";
import type { TypeVersion } from "./read-by-size.repository.js";

/** A name in GraphQL that a type has taken, and the place that took it. */
export interface NameTaken {
  name: string;
  place: string;
}

/**
 * Refuses name collisions in GraphQL (rules/content 1): a nested object whose generated name is already
 * taken, in this type or another one of the project. Throws `invalid_params`.
 */
export function checkNames(
  schema: ContentSchema,
  others: readonly TypeVersion[],
  facts: SchemaFacts<NameTaken[]>,
): void {
  const generated = generatedNames(schema);
  const own = new Set(generated.map(({ name }) => name));
  const holders = facts.of(
    others.filter(({ name }) => mayShare(name, own)),
    (other) => takenOf(other).filter(({ name }) => own.has(name)),
  );
  const taken = new Map(holders.flat().map(({ name, place }) => [name, place]));
  for (const { name, path } of generated) {
    const at = path === "" ? "name" : `The field ${path}`;
    const holder = taken.get(name);
    if (holder !== undefined)
      throw invalidParams(`${at} would be ${name} in GraphQL, as ${holder} is; choose another name.`);
    if (path !== "" && isSharedName(name))
      throw invalidParams(
        `${at} would be ${name} in GraphQL, which has that name already; choose another name.`,
      );
    taken.set(name, placeOf(schema.name, path));
  }
}

const takenOf = (schema: Pick<ContentSchema, "name" | "fields">): NameTaken[] =>
  generatedNames(schema).map(({ name, path }) => ({ name, place: placeOf(schema.name, path) }));

const placeOf = (type: string, path: string): string =>
  path === "" ? `what is generated for the type ${type}` : `the field ${path} of the type ${type}`;

/**
 * Tells whether names that are generated for the other type may be among these, judged by the other type's
 * name alone. All of its generated names, except that of its list, begin with its name and continue with a
 * capital letter.
 */
function mayShare(other: string, own: ReadonlySet<string>): boolean {
  const { type, list } = graphqlNames(other);
  if (own.has(list)) return true;
  for (const name of own) if (name.startsWith(type) && !/^[^A-Z]/.test(name.slice(type.length))) return true;
  return false;
}
