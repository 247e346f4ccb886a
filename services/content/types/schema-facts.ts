import type { ContentSchema } from "../../../contracts/content-schema.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";
import { readSchemas, type TypeVersion } from "./read-by-size.repository.js";

/** The error of a transaction that asks for facts of schemas that nobody has read yet. */
class Unread extends Error {
  readonly read: (longRead: Reader) => Promise<void>;

  constructor(read: (longRead: Reader) => Promise<void>) {
    super("The schemas of some types are not read yet.");
    this.read = read;
  }
}

/**
 * The facts that a rule needs of the schemas of other types of a project. The schemas may be 8 MB together
 * (rules/content 58), and on the embedded database everybody waits for a transaction. So schemas are read
 * outside of it, and inside of it only versions are compared, whose names and fields never change
 * (rules/content 4). A title may change within a version, so no fact may depend on it. Only facts are
 * retained, no schemas.
 */
export class SchemaFacts<F> {
  readonly #known = new Map<string, F>();

  /**
   * Returns the facts of the types in their order; `factOf` must return the same for a version in each
   * attempt of the transaction.
   */
  of(types: readonly TypeVersion[], factOf: (schema: ContentSchema) => F): F[] {
    const unread = types.filter((type) => !this.#known.has(keyOf(type)));
    if (unread.length > 0)
      throw new Unread(async (longRead) => {
        for await (const { type, schema } of readSchemas(longRead, unread))
          this.#known.set(keyOf(type), factOf(schema));
      });
    return types.map((type) => this.#known.get(keyOf(type)) as F);
  }
}

const keyOf = ({ id, latestVersion }: TypeVersion): string => `${id} ${latestVersion}`;

/**
 * Runs a transaction that asks for facts. Where it meets a version of a type that was not read, it is rolled
 * back, the schema is read, and it begins again, until the deadline of the call ends it.
 */
export async function transactWithFacts<F, T>(
  host: Pick<Host, "longRead" | "transact">,
  work: (tx: Tx, facts: SchemaFacts<F>) => Promise<T>,
): Promise<T> {
  const facts = new SchemaFacts<F>();
  for (;;) {
    try {
      return await host.transact((tx) => work(tx, facts));
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      await error.read(host.longRead);
    }
  }
}
