import { GraphQLSchema } from "graphql";
import { LRUCache } from "lru-cache";
import { setImmediate } from "node:timers/promises";
import type { ContentModel } from "../serving/read-scope.js";
import { breadthOf, introspectionLimit } from "./bounds/introspection-limit.js";
import type { Scope } from "./bounds/measure.js";
import { inSlices } from "../serving/in-slices.js";
import { schemaInSteps } from "./schema/make-schema.js";
import { type SchemaQueries, ValidQueries } from "./valid-queries.js";

/** A project's schema, and the queries that were found valid for it. */
export interface Compiled extends Scope {
  valid: SchemaQueries;
}

/** Most fields and values of all cached schemas together; one takes 0.2 to 0.4 KB (ADR-0106). */
const FIELDS = 200_000;
/** Bytes that count as one field: a cached schema also keeps its model, with texts such as descriptions. */
const FIELD_BYTES = 300;

/** Schemas of projects, cached as long as their types and locales stay the same. */
export class Schemas {
  readonly #ready: LRUCache<ContentModel, Compiled>;
  readonly #making = new Map<ContentModel, Promise<Compiled>>();
  readonly #valid = new ValidQueries();

  constructor(mostFields = FIELDS) {
    this.#ready = new LRUCache({
      maxSize: mostFields,
      // A schema that is larger than the whole cache may be is cached alone.
      sizeCalculation: ({ breadth }, { bytes }) =>
        Math.min(Math.max(breadth.types * breadth.perType, Math.ceil(bytes / FIELD_BYTES)), mostFields),
    });
  }

  /** Returns the schema if it was made before. */
  ready(model: ContentModel): Compiled | undefined {
    return this.#ready.get(model);
  }

  /** Makes a schema without blocking the event loop, once for all callers that ask meanwhile. */
  async of(model: ContentModel): Promise<Compiled> {
    const known = this.ready(model) ?? this.#making.get(model);
    if (known !== undefined) return known;
    const making = make(model, this.#valid.ofNewSchema()).finally(() => this.#making.delete(model));
    this.#making.set(model, making);
    const made = await making;
    this.#ready.set(model, made);
    return made;
  }
}

async function make({ types, locales }: ContentModel, valid: SchemaQueries): Promise<Compiled> {
  const schemas = [...types.values()].map(({ schema }) => schema);
  const config = await inSlices(schemaInSteps(schemas, locales));
  // Each of the next two steps takes 20 ms for 12,000 fields, so that other work comes first.
  await setImmediate();
  // A schema made of checked content types is valid, and checking it again would take long.
  const schema = new GraphQLSchema({ ...config, assumeValid: true });
  await setImmediate();
  const breadth = breadthOf(schema);
  return { schema, valid, breadth, introspection: introspectionLimit(schema, breadth) };
}
