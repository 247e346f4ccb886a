import type { Meaning, Refusal } from "../../kit/upstream/upstream-client.js";

/** ElevenLabs says what is wrong in `detail.status`; an empty quota comes as 400 or 401, and is no bad key. */
export function meaningOf({ status, body }: Refusal): Meaning | null {
  const { detail } = (typeof body === "object" && body !== null ? body : {}) as {
    detail?: { status?: unknown } | null;
  };
  const kind = typeof detail === "object" ? textOf(detail?.status) : "";
  if (/quota_exceeded|insufficient|payment/.test(kind)) return { failure: "provider_balance" };
  if (/moderation|content_against_policy|policy/.test(kind)) return { failure: "content_policy" };
  if (/too_many_concurrent_requests|rate_limit|system_busy/.test(kind)) return { failure: "rate_limited" };
  return status === 401 ? { failure: "provider_auth" } : null;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
