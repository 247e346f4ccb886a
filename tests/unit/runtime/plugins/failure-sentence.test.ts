import test from "ava";
import { ProviderError } from "../../../../plugins/kit/provider-error.js";
import { failureSentence, OwnFailure, withCharge } from "../../../../runtime/plugins/failure-sentence.js";

const told = (error: unknown) =>
  withCharge(failureSentence(error, "It failed unexpectedly."), "Nothing was charged.");

test("a sentence of a provider is told as it is, and one of Kiln's own with what was charged", (t) => {
  t.is(told(new ProviderError("unknown", "The picture is too dark.")), "The picture is too dark.");
  t.is(
    told(new OwnFailure("timeout", "The upstream did not answer in time.")),
    "The upstream did not answer in time. Nothing was charged.",
  );
});

test("what is no ProviderError, or says nothing, failed unexpectedly", (t) => {
  for (const error of [
    new Error("at line 7"),
    new ProviderError("unknown", " \n"),
    Object.assign(new ProviderError("unknown", "x"), { message: 7 }),
    undefined,
  ])
    t.is(told(error), "It failed unexpectedly. Nothing was charged.");
});

test("a page of a provider is cut", (t) => {
  t.is(told(new ProviderError("unknown", "x".repeat(5000))).length, 2000);
});
