import test from "ava";
import { retryAfterMs } from "../../../plugins/kit/upstream/retry-after.js";

const NOW = Date.parse("2026-01-01T00:00:00Z");

for (const [headers, ms] of [
  [{ "retry-after-ms": "250" }, 250],
  [{ "retry-after-ms": "250", "retry-after": "7" }, 250],
  [{ "retry-after-ms": "", "retry-after": "7" }, 7000],
  [{ "retry-after-ms": "Infinity", "retry-after": "7" }, 7000],
  [{ "retry-after-ms": "" }, undefined],
  [{ "retry-after": "" }, undefined],
  [{ "retry-after": "-1" }, undefined],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "Thu, 01 Jan 2026 00:00:07 GMT" }, 7000],
  [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
  [{}, undefined],
] satisfies [Record<string, string>, number | undefined][])
  test(`${JSON.stringify(headers)} asks to wait for ${ms} ms (rules/models 28)`, (t) => {
    t.is(retryAfterMs(new Headers(headers), NOW), ms);
  });
