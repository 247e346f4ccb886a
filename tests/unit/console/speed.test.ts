import test from "ava";
import { aboutSeconds, speedOf } from "../../../console/generate/speed.js";

const job = (seconds: number, more: object = {}) => ({
  model: "painter",
  status: "succeeded" as const,
  createdAt: new Date(0).toISOString(),
  completedAt: new Date(seconds * 1000).toISOString(),
  ...more,
});

test("a model's speed is the middle of what its last jobs took; failed, running and other models' jobs do not count", (t) => {
  const others = [
    job(100, { model: "other" }),
    job(200, { status: "failed" }),
    job(0, { status: "running", completedAt: null }),
  ];
  t.is(speedOf([job(9), job(2), job(4), ...others], "painter"), 4);
  t.is(speedOf(others, "painter"), null);
});

test("about how long a model takes is told in parts of a second only below ten, and in one piece", (t) => {
  t.is(aboutSeconds(1.44), "1.4\u00a0s");
  t.is(aboutSeconds(10.9), "11\u00a0s");
  t.is(aboutSeconds(150), "3\u00a0min");
});
