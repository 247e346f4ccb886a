import { GraphQLSchema } from "graphql";
import { LRUCache } from "lru-cache";
import { setImmediate } from "node:timers/promises";
import type { ContentModel } from "../serving/read-context.js";
import { breadthOf, introspectionLimit } from "./bounds/introspection-limit.js";
import type { Scope } from "./bounds/measure.js";
import { inSlices } from "../serving/in-slices.js";
import { schemaInSteps } from "./schema/make-schema.js";
import { type SchemaQueries, ValidQueries } from "./valid-queries.js";

/** A project's schema, and the queries that were found valid for it. */
export interface Compiled extends Scope {
  valid: SchemaQueries;
}

/** The most fields and values of all cached schemas together; one takes 0.2 to 0.4 KB (ADR-0106). */
const FIELDS = 200_000;
/** A cached schema also keeps its model: texts that are no fields, such as descriptions, count by their bytes. */
const FIELD_BYTES = 300;

/** Schemas of projects as long as their types and locales stay as they are. */
export class Schemas {
  readonly #ready: LRUCache<ContentModel, Compiled>;
  readonly #making = new Map<ContentModel, Promise<Compiled>>();
  readonly #valid = new ValidQueries();

  constructor(mostFields = FIELDS) {
    this.#ready = new LRUCache({
      maxSize: mostFields,
      // a schema that is larger than all schemas may be together is cached alone
      sizeCalculation: ({ breadth }, { bytes }) =>
        Math.min(Math.max(breadth.types * breadth.perType, Math.ceil(bytes / FIELD_BYTES)), mostFields),
    });
  }

  /** The schema if it was made before. */
  ready(model: ContentModel): Compiled | undefined {
    return this.#ready.get(model);
  }

  /** Makes it without holding the event loop, once for all who ask meanwhile. */
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
  // each of the next two steps takes 20 ms for 12,000 fields: others come first
  await setImmediate();
  // what is made of checked content types is valid; to check it all again would take long
  const schema = new GraphQLSchema({ ...config, assumeValid: true });
  await setImmediate();
  const breadth = breadthOf(schema);
  return { schema, valid, breadth, introspection: introspectionLimit(schema, breadth) };
}
