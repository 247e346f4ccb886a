import { randomUUID } from "node:crypto";
import test from "ava";
import type { Auth } from "../../../contracts/auth.js";
import { ERRORS, type ErrorCode, ServiceError } from "../../../contracts/errors.js";
import { loadConfig } from "../../../runtime/config/load-config.js";
import { makeLog } from "../../../runtime/process/log.js";
import { BLOCKED_CODES } from "../../../services/mcp/next-step.js";
import { failureOf } from "../../../services/mcp/tool-failure.js";

const host = {
  config: loadConfig({}),
  baseUrl: "https://kiln.example",
  log: makeLog("silent", "json"),
};
const auth: Auth = {
  accountId: randomUUID(),
  email: "a@example.com",
  scopes: ["generation:rw"],
  kind: "key",
  credentialId: randomUUID(),
  isOperator: false,
  isSuspended: false,
  isEmailVerified: true,
  features: { generation: true, transcription: true },
};
const failure = (thrown: unknown) =>
  failureOf(thrown, host, { auth, requestId: "request-1", tool: "generate", offered: new Set(["generate"]) });
const textOf = (thrown: unknown): string => {
  const [block] = failure(thrown).content;
  return block?.type === "text" ? block.text : "";
};

test("Agent tool server, a failed tool is a result whose only text is the sentence of REST, without the code (rules/mcp 5)", (t) => {
  const result = failure(new ServiceError("invalid_params", "model is required."));
  t.deepEqual(result, { isError: true, content: [{ type: "text", text: "model is required." }] });
});

test("what nobody foresaw tells nothing of the inside but the request's id (rules/edge 35)", (t) => {
  const text = textOf(new Error("SELECT secret FROM inside"));
  t.notRegex(text, /SELECT/);
  t.regex(text, /request-1/);
});

test("Errors, exactly the codes of the account-blocked set are JSON with a next step (rules/mcp 6)", (t) => {
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const text = textOf(new ServiceError(code, "The sentence."));
    if ((BLOCKED_CODES as readonly string[]).includes(code)) {
      const json = JSON.parse(text) as Record<string, unknown>;
      t.deepEqual(Object.keys(json), ["error", "message", "nextStep"], code);
      t.is(json.error, code);
      t.is(json.message, "The sentence.");
    } else t.false(text.startsWith("{"), code);
  }
});

test("Errors, balance and estimate are told where they are known; a foreign balance never is (rules/mcp 6)", (t) => {
  const own = new ServiceError("plan_required", "No.", { details: { estimatedCredits: 7, balance: 3 } });
  t.like(JSON.parse(textOf(own)), { balance: 3, estimatedCredits: 7 });
  const foreign = JSON.parse(
    textOf(new ServiceError("plan_required", "No.", { details: { estimatedCredits: 7 } })),
  ) as { nextStep: string };
  t.false("balance" in foreign);
  t.regex(foreign.nextStep, /owner/);
});
