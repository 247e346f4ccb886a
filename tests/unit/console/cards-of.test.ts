import test from "ava";
import { cardsOf, shapeOf } from "../../../console/generate/results/cards-of.js";

const job = (more: object) =>
  ({
    kind: "image",
    status: "running",
    params: { numImages: 4 },
    resultStorageIds: null,
    ...more,
  }) as unknown as Parameters<typeof cardsOf>[0] & Parameters<typeof shapeOf>[0];

test("a job has as many cards while it runs as it has results afterwards (rules/console 14)", (t) => {
  t.is(cardsOf(job({})), 4);
  t.is(cardsOf(job({ status: "queued", params: {} })), 1);
  t.is(cardsOf(job({ status: "succeeded", resultStorageIds: ["a", "b", "c", "d"] })), 4);
  t.is(cardsOf(job({ status: "succeeded", resultStorageIds: ["a", "b"] })), 2);
  t.is(cardsOf(job({ status: "failed" })), 1, "what failed says so once");
  t.is(cardsOf(job({ status: "succeeded", resultStorageIds: [] })), 1);
});

test("a frame has the shape that was asked for, within what a phone shows", (t) => {
  const shape = (params: object, kind = "image") => shapeOf(job({ params, kind }));
  t.is(shape({ aspectRatio: "4:3" }), 4 / 3);
  t.is(shape({ aspectRatio: "9:16" }), 3 / 4);
  t.is(shape({ aspectRatio: "21:9" }), 16 / 9);
  t.is(shape({ aspectRatio: "auto" }), 1);
  t.is(shape({}), 1);
  t.is(shape({}, "audio"), 16 / 9);
});
