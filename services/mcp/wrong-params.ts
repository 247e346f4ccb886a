import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { issueSentence } from "../../runtime/actions/issue-sentence.js";

const SCHEMAS = {
  "tools/call": CallToolRequestSchema,
  "resources/read": ReadResourceRequestSchema,
  "prompts/get": GetPromptRequestSchema,
  "completion/complete": CompleteRequestSchema,
};

/**
 * Makes JSON-RPC's answer to a message with wrong parameters; null when they are right. The library for the
 * revisions up to 2025-11-25 would answer an internal error, with the issues of its schema as the text.
 */
export function wrongParams(message: object): object | null {
  const { method, id } = message as { method?: unknown; id?: unknown };
  if (typeof method !== "string" || !Object.hasOwn(SCHEMAS, method)) return null;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return null;
  const read = SCHEMAS[method as keyof typeof SCHEMAS].safeParse(message, { reportInput: true });
  if (read.success) return null;
  return { jsonrpc: "2.0", id, error: { code: -32602, message: issueSentence(read.error.issues) } };
}
