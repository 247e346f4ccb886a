import test from "ava";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import { judgeFailure } from "../../../services/generation/retry-policy.js";

const limits = { retryMs: 300_000, isSubmit: true };
const middle = () => 0.5;

test("retryable failures back off with jitter (rules/models 28)", (t) => {
  const error = new ProviderError("provider_unavailable", "down");
  const waits = [0, 1, 2, 3].map((failures) => judgeFailure(error, failures, 0, limits, middle));
  t.deepEqual(
    waits.map((verdict) => (verdict.retry ? verdict.afterMs : null)),
    [500, 1000, 2000, 4000],
  );
  const low = judgeFailure(error, 2, 0, limits, () => 0);
  const high = judgeFailure(error, 2, 0, limits, () => 1);
  t.true(low.retry && high.retry && low.afterMs < high.afterMs);
});

test("429 waits as long as the upstream says (rules/models 28)", (t) => {
  const verdict = judgeFailure(
    new ProviderError("rate_limited", "slow down", { retryAfterMs: 7000 }),
    0,
    0,
    limits,
  );
  t.deepEqual(verdict, { retry: true, afterMs: 7000 });
});

test("retrying ends with UPSTREAM_RETRY_SECONDS (rules/models 28)", (t) => {
  const verdict = judgeFailure(new ProviderError("provider_unavailable", "down"), 3, 299_000, limits, middle);
  t.deepEqual(verdict, {
    retry: false,
    code: "provider_unavailable",
    message: "down",
    retryable: true,
    isProvidersOwn: true,
  });
});

test("what cannot be retried fails at once, and strangers' errors show nothing of the inside (rules/models 25)", (t) => {
  t.false(judgeFailure(new ProviderError("content_policy", "no"), 0, 0, limits).retry);
  const verdict = judgeFailure(new TypeError("secret.path is undefined"), 0, 0, limits);
  t.deepEqual(verdict, {
    retry: false,
    code: "unknown",
    message: "The provider failed unexpectedly.",
    retryable: false,
    isProvidersOwn: false,
  });
});

test("a submit that was billed is never made again, and a poll may be (rules/models 44)", (t) => {
  const error = new ProviderError("rate_limited", "slow down", { charged: true });
  t.like(judgeFailure(error, 0, 0, limits), { retry: false, code: "rate_limited", retryable: true });
  t.true(judgeFailure(error, 0, 0, { ...limits, isSubmit: false }).retry);
});
