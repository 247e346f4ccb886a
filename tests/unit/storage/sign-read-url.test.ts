import test from "ava";
import fc from "fast-check";
import { SIGNED_URL_MS, signedUrlExpiry } from "../../../services/storage/sign-read-url.js";

const numRuns = Number(process.env.KILN_RUNS ?? 100);
const MINUTE_MS = 60_000;

test("within a window of 10 minutes the expiry, and so the URL, is the same (rules/storage 17)", (t) => {
  const start = 1_800_000_000_000;
  t.is(start % (10 * MINUTE_MS), 0);
  t.is(
    signedUrlExpiry(start, SIGNED_URL_MS.ordinary),
    signedUrlExpiry(start + 10 * MINUTE_MS - 1, SIGNED_URL_MS.ordinary),
  );
  t.not(
    signedUrlExpiry(start, SIGNED_URL_MS.ordinary),
    signedUrlExpiry(start + 10 * MINUTE_MS, SIGNED_URL_MS.ordinary),
  );
});

test("a signed URL lives an hour or more, an agent's 24 hours or more, and neither 10 minutes longer (rules/storage 17)", (t) => {
  fc.assert(
    fc.property(fc.nat({ max: 4_000_000_000 }), (seconds) => {
      const now = seconds * 1000;
      for (const life of [SIGNED_URL_MS.ordinary, SIGNED_URL_MS.agent]) {
        const lives = signedUrlExpiry(now, life) - now;
        t.true(lives > life && lives <= life + 10 * MINUTE_MS);
      }
    }),
    { numRuns },
  );
  t.is(SIGNED_URL_MS.ordinary, 60 * MINUTE_MS);
  t.is(SIGNED_URL_MS.agent, 24 * 60 * MINUTE_MS);
});
