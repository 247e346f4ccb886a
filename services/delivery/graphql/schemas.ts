import type { DocumentNode, GraphQLSchema } from "graphql";
import { LRUCache } from "lru-cache";
import type { ProjectShape } from "../serving/project-content.js";
import { makeSchema } from "./schema/make-schema.js";

/** A project's schema, and the queries that were found valid for it. */
export interface Compiled {
  schema: GraphQLSchema;
  valid: LRUCache<string, DocumentNode>;
}

const SCHEMAS = 200;
/** Of the texts of one schema's queries. */
const MAX_QUERY_CHARACTERS = 500_000;

/** Schemas of projects as long as their types and locales stay as they are. */
export class Schemas {
  readonly #compiled = new LRUCache<ProjectShape, Compiled>({ max: SCHEMAS });

  of(shape: ProjectShape): Compiled {
    const known = this.#compiled.get(shape);
    if (known !== undefined) return known;
    const schemas = [...shape.types.values()].map(({ schema }) => schema);
    const made: Compiled = {
      schema: makeSchema(schemas, shape.locales),
      valid: new LRUCache({
        maxSize: MAX_QUERY_CHARACTERS,
        sizeCalculation: (_document, query) => query.length + 1,
      }),
    };
    this.#compiled.set(shape, made);
    return made;
  }
}
