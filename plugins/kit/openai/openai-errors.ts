import { type Meaning, type Refusal, sentenceOf } from "../upstream/upstream-client.js";

/**
 * Returns the meaning of a refusal by OpenAI, or by a service with the same API, whose code says more than
 * its status; null when the status says all. An empty balance comes with the status 429.
 */
export function meaningOf({ status, body }: Refusal): Meaning | null {
  const { error } = (typeof body === "object" && body !== null ? body : {}) as {
    error?: { code?: unknown; type?: unknown } | null;
  };
  const code = `${textOf(error?.code)} ${textOf(error?.type)}`;
  if (/insufficient_quota|billing_hard_limit/.test(code)) return { failure: "provider_balance" };
  if (/moderation_blocked|content_policy|safety/.test(code)) return { failure: "content_policy" };
  // `invalid_prompt` is also the code of a request in a wrong form, so its sentence decides.
  if (
    status === 400 &&
    /safety system|content policy|usage policy|for safety reasons/i.test(sentenceOf(body))
  )
    return { failure: "content_policy" };
  return null;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
