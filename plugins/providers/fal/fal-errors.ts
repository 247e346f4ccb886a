import type { Meaning, Refusal } from "../../kit/upstream/upstream-client.js";

/** Kinds of faults in the input that are about what may be shown, not about its form. */
const POLICY = /content_policy|nsfw|safety|moderat/i;

/**
 * fal: 422 lists what is wrong with the input (`detail[]` with `type`), infrastructure says `error_type`, and 403 "User is
 * locked" is an empty balance, not a bad key. X-Fal-Retryable wins over all of it.
 */
export function meaningOf({ status, headers, body }: Refusal): Meaning | null {
  const { detail, error_type: type } = (typeof body === "object" && body !== null ? body : {}) as {
    detail?: unknown;
    error_type?: unknown;
  };
  const said = JSON.stringify(detail ?? "");
  const told = headers.get("x-fal-retryable") ?? headers.get("x-fal-needs-retry");
  const retryable: { retryable?: boolean } =
    told === null ? {} : { retryable: told === "true" || told === "1" };
  const kind = headers.get("x-fal-error-type") ?? (typeof type === "string" ? type : "");
  if (status === 403 && /locked|balance/i.test(said)) return { failure: "provider_balance" };
  if (status === 422) {
    const isPolicy = POLICY.test(said);
    return { failure: isPolicy ? "content_policy" : "invalid_params", ...retryable };
  }
  if (/timeout/.test(kind)) return { failure: "timeout", ...retryable };
  if (kind.startsWith("runner") || kind.startsWith("startup"))
    return { failure: "provider_unavailable", ...retryable };
  // What the model itself says with such a status says nothing of fal.
  return status >= 500 && retryable.retryable === false ? { failure: "unknown" } : null;
}
