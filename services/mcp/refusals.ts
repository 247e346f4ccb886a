import type { ServerResponse } from "node:http";
import { answerJson } from "../../runtime/http/answer-json.js";
import type { EdgeRequest } from "../../runtime/http/edge.js";
import { renderError } from "../../runtime/errors/render.js";
import { unauthenticated } from "../identity/index.js";
import { bearerOf } from "./bearer.js";

/** Refusal of a message that never reaches a tool: HTTP status and JSON-RPC error code. */
export interface Refusal {
  status: number;
  code: number;
  message: string;
  /** Id of the message, when it could be read. */
  id?: unknown;
}

export function refuseMessage(
  res: ServerResponse,
  { status, code, message, id = null }: Refusal,
  headers: Record<string, string> = {},
): void {
  answerJson(res, { status, headers, body: { jsonrpc: "2.0", error: { code, message }, id } });
}

export const refuseMethod = (res: ServerResponse): void =>
  refuseMessage(
    res,
    { status: 405, code: -32000, message: "Method not allowed: POST one JSON-RPC message." },
    { allow: "POST" },
  );

/** Answers 401 with the address at which a client learns how to sign in (rules/mcp 2; RFC 9728). */
export function refuseUnauthenticated({ req, res, requestId }: EdgeRequest, baseUrl: string): void {
  const { status, body } = renderError(unauthenticated(bearerOf(req.headers.authorization)), requestId);
  const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`;
  const isWrong = req.headers.authorization !== undefined;
  const challenge = `Bearer ${metadata}${isWrong ? ', error="invalid_token"' : ""}`;
  answerJson(res, { status, headers: { "www-authenticate": challenge }, body });
}
