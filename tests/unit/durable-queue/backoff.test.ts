import test from "ava";
import { backoffMs } from "../../../engines/durable-queue/backoff.js";

const pauses = (random: number, attempts: readonly number[]) =>
  attempts.map((count) => backoffMs(count, () => random));

test("each failure doubles the pause, from a second up to five minutes", (t) => {
  t.deepEqual(pauses(0, [1, 2, 3, 4, 9, 10, 11]), [1000, 2000, 4000, 8000, 256_000, 300_000, 300_000]);
  t.deepEqual(pauses(0, [0, Number.MAX_SAFE_INTEGER]), [1000, 300_000]);
});

test("retries spread over a quarter more", (t) => {
  t.deepEqual(pauses(0.5, [1, 10]), [1125, 337_500]);
  t.deepEqual(pauses(1, [1]), [1250]);
});
