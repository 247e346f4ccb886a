import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { issueSentence } from "../../runtime/issue-sentence.js";

const SCHEMAS = {
  "tools/call": CallToolRequestSchema,
  "resources/read": ReadResourceRequestSchema,
  "prompts/get": GetPromptRequestSchema,
  "completion/complete": CompleteRequestSchema,
};

/**
 * What is wrong with the parameters of a message, as JSON-RPC's answer; null: nothing. The library of the revisions up to
 * 2025-11-25 calls it an internal error, with the issues of its schema for a text.
 */
export function wrongParams(message: object): object | null {
  const { method, id } = message as { method?: unknown; id?: unknown };
  if (typeof method !== "string" || !Object.hasOwn(SCHEMAS, method)) return null;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return null;
  const read = SCHEMAS[method as keyof typeof SCHEMAS].safeParse(message, { reportInput: true });
  if (read.success) return null;
  return { jsonrpc: "2.0", id, error: { code: -32602, message: issueSentence(read.error.issues) } };
}
