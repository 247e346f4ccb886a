import { hash } from "node:crypto";
import type { Auth } from "../../../contracts/auth.js";
import { invalidParams } from "../../../contracts/errors.js";
import { boundsOf, PersistedQueries } from "../../../runtime/http/persisted-queries.js";
import type { AskedRequest, GraphqlRequest } from "./read-request.js";
import type { GraphqlAnswer } from "./render-errors.js";

/** The most bytes of all queries that a process keeps for its callers. */
const MAX_BYTES = 4 * 2 ** 20;

type Code = "PERSISTED_QUERY_NOT_FOUND" | "PERSISTED_QUERY_NOT_SUPPORTED";
const MESSAGES: Readonly<Record<Code, string>> = {
  PERSISTED_QUERY_NOT_FOUND: "PersistedQueryNotFound",
  PERSISTED_QUERY_NOT_SUPPORTED: "PersistedQueryNotSupported",
};

/**
 * Returns the refusal by which a client sends its query with the hash, or without one. The status is 200,
 * because clients take other statuses for a broken network.
 */
const notNamed = (code: Code, requestId: string): { refusal: GraphqlAnswer } => ({
  refusal: {
    status: 200,
    headers: { "cache-control": "no-store" },
    body: JSON.stringify({ errors: [{ message: MESSAGES[code], extensions: { code, requestId } }] }),
  },
});

/** A request with its query, and a function to call once the query has run. */
interface Named {
  request: GraphqlRequest;
  ran(): void;
}

/** Automatic persisted queries (ADR-0047): each account has its own, and all accounts share the room. */
export class Persisted {
  readonly #known = new PersistedQueries(boundsOf(MAX_BYTES));

  /**
   * Finds the query of a request that only names it. Throws `invalid_params` for a request without a query,
   * or with a hash of another query.
   */
  name(
    { persisted, query, operationName, variables }: AskedRequest,
    { accountId, credentialId }: Auth,
    requestId: string,
  ): Named | { refusal: GraphqlAnswer } {
    const named = (text: string, ran = () => {}): Named => ({
      request: { query: text, operationName, variables },
      ran,
    });
    if (persisted === null) {
      if (query === null) throw invalidParams("query is required, and must be a text.");
      return named(query);
    }
    if (persisted.version !== 1) return notNamed("PERSISTED_QUERY_NOT_SUPPORTED", requestId);
    const { sha256Hash } = persisted;
    if (query === null) {
      const found = this.#known.get(accountId, sha256Hash);
      return found === undefined ? notNamed("PERSISTED_QUERY_NOT_FOUND", requestId) : named(found);
    }
    if (hash("sha256", query, "hex") !== sha256Hash)
      throw invalidParams(
        "extensions.persistedQuery.sha256Hash is not the SHA-256 of the query in lower-case hex.",
      );
    return named(query, () => this.#known.add({ ownerId: accountId, credentialId }, sha256Hash, query));
  }
}
