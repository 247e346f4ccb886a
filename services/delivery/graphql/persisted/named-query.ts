import { hash } from "node:crypto";
import { refusal } from "../../query/refusal.js";
import type { AskedRequest, GraphqlRequest } from "../read-request.js";
import type { PersistedQueries } from "../../../../runtime/http/persisted-queries.js";

/** Codes that Apollo's clients act on: they send the query with its hash, or the query alone from then on. */
export type PersistedCode = "PERSISTED_QUERY_NOT_FOUND" | "PERSISTED_QUERY_NOT_SUPPORTED";

const MESSAGES: Record<PersistedCode, string> = {
  PERSISTED_QUERY_NOT_FOUND: "PersistedQueryNotFound",
  PERSISTED_QUERY_NOT_SUPPORTED: "PersistedQueryNotSupported",
};

/**
 * Thrown when the query is not known by its hash, so that the client has to send it. The request is not at
 * fault: the answer is 200, as Apollo Server's is.
 */
export class NotPersisted extends Error {
  readonly code: PersistedCode;

  constructor(code: PersistedCode) {
    super(MESSAGES[code]);
    this.code = code;
  }
}

/** Writes the answer for an unknown hash: clients look at its code, or at its message. */
export const notPersistedAnswer = ({ message, code }: NotPersisted) =>
  JSON.stringify({ errors: [{ message, extensions: { code } }] });

/** A request with its query, and the hash by which its client wants to persist the query. */
export interface NamedRequest {
  request: GraphqlRequest;
  /** Hash to persist the query under; null when it is persisted already, or is not to be. */
  register: string | null;
}

/**
 * Finds the query of a request that only names it. Throws NotPersisted, and `invalid_params` for a request
 * without any query or a hash that is not the query's.
 */
export function nameQuery(
  { query, persisted, operationName, variables }: AskedRequest,
  known: Pick<PersistedQueries, "get">,
  projectId: string,
): NamedRequest {
  const withQuery = (text: string, register: string | null): NamedRequest => ({
    request: { query: text, operationName, variables },
    register,
  });
  if (persisted === null) {
    if (query === null) throw refusal("query: is required, and must be a string.");
    return withQuery(query, null);
  }
  if (persisted.version !== 1) throw new NotPersisted("PERSISTED_QUERY_NOT_SUPPORTED");
  const { sha256Hash } = persisted;
  if (query === null) {
    const found = known.get(projectId, sha256Hash);
    if (found === undefined) throw new NotPersisted("PERSISTED_QUERY_NOT_FOUND");
    return withQuery(found, null);
  }
  if (hash("sha256", query, "hex") !== sha256Hash)
    throw refusal("extensions.persistedQuery.sha256Hash: is not the SHA-256 of the query in lower-case hex.");
  return withQuery(query, sha256Hash);
}
