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

test("what an upstream says of the operator's account is not told to callers (rules/models 45)", (t) => {
  const said = "Incorrect API key provided: sk-1234. Organization org-77 must top up its balance.";
  for (const failure of ["provider_auth", "provider_balance", "rate_limited"] as const) {
    const message = told(new ProviderError(failure, said));
    t.notRegex(message, /sk-1234|org-77|top up/);
    t.regex(message, /this deployment.*\. Nothing was charged\.$/);
  }
  t.is(told(new OwnFailure("rate_limited", "Retry later.")), "Retry later. Nothing was charged.");
  t.is(told(new ProviderError("content_policy", said)), said);
});
