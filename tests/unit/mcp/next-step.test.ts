import test from "ava";
import { BLOCKED_CODES, type Guide, isBlocked, nextStep } from "../../../services/mcp/next-step.js";

const guide = (changes: Partial<Guide> = {}): Guide => ({
  offered: new Set(["list_models", "generate"]),
  canBuy: true,
  paysSelf: true,
  baseUrl: "https://kiln.example",
  ...changes,
});
const checkouts = new Set(["create_topup_checkout", "create_subscription_checkout"]);
const PAYING = /\b(pay|payment|purchase|top-up|buy|plan|checkout)\b/i;

test("Errors, every account-blocked code gets one sentence, with and without billing, scopes and ownership (rules/mcp 6)", (t) => {
  for (const code of BLOCKED_CODES)
    for (const canBuy of [true, false])
      for (const paysSelf of [true, false])
        for (const offered of [new Set<string>(), checkouts, guide().offered]) {
          const step = nextStep(code, guide({ canBuy, paysSelf, offered }));
          t.regex(step, /^[A-Z].+\.$/s);
          t.notRegex(step, /\. [A-Z]/, `${code}: one sentence`);
          t.notRegex(step, /undefined|\s{2}/);
        }
});

test("with billing off no guidance mentions paying, whatever tools are offered (rules/billing 31)", (t) => {
  for (const code of BLOCKED_CODES)
    for (const paysSelf of [true, false])
      t.notRegex(nextStep(code, guide({ canBuy: false, paysSelf, offered: checkouts })), PAYING, code);
});

test("Errors, guidance names only tools that the key's scopes open (rules/mcp 6)", (t) => {
  const all = new Set([...checkouts, "list_models"]);
  for (const code of BLOCKED_CODES)
    for (const offered of [new Set<string>(), new Set(["list_models"]), checkouts, all])
      for (const [name] of nextStep(code, guide({ offered })).matchAll(/\b(create|list|get)_\w+/g))
        t.true(offered.has(name), `${code} names ${name}`);
});

test("Errors, a shortage of one's own is cleared by a top-up or plan: by link where the tools are offered (rules/mcp 6)", (t) => {
  const linked = nextStep("insufficient_credits", guide({ offered: checkouts }));
  t.regex(linked, /create_topup_checkout or create_subscription_checkout/);
  t.notRegex(linked, /kiln\.example/);
  t.regex(nextStep("insufficient_credits", guide()), /https:\/\/kiln\.example.*top-up or a plan/);
});

test("Errors, whoever pays is whom the guidance sends for (rules/mcp 6)", (t) => {
  t.regex(nextStep("owner_insufficient_credits", guide()), /owner/);
  t.regex(nextStep("plan_required", guide({ paysSelf: false })), /owner/);
  t.notRegex(nextStep("plan_required", guide()), /owner/);
  t.regex(nextStep("owner_email_unverified", guide()), /owner/);
  t.regex(nextStep("owner_account_suspended", guide()), /owner.*support/);
  t.regex(nextStep("account_suspended", guide()), /support/);
});

test("Errors, storage_limit is cleared by deleting files or a larger plan (rules/mcp 6)", (t) => {
  t.regex(nextStep("storage_limit", guide()), /delete files.*larger plan/);
  t.regex(nextStep("storage_limit", guide({ canBuy: false })), /delete files/);
});

test("Errors, storage_limit of content is cleared by deleting documents, and by no plan (rules/mcp 6)", (t) => {
  for (const canBuy of [true, false]) {
    const step = nextStep("storage_limit", guide({ canBuy, isContent: true, offered: checkouts }));
    t.regex(step, /^[^.]*documents[^.]*deleted[^.]*\.$/);
    t.notRegex(step, PAYING);
    t.notRegex(step, /files/);
  }
});

test("only the codes of the set are account-blocked (rules/mcp 6)", (t) => {
  t.true(isBlocked("plan_required"));
  for (const code of [
    "invalid_params",
    "not_found",
    "forbidden",
    "unauthenticated",
    "rate_limited",
    "internal",
  ])
    t.false(isBlocked(code));
});

test("no guidance names an input that the tool lacks (rules/mcp 6)", (t) => {
  for (const code of BLOCKED_CODES)
    for (const paysSelf of [true, false])
      t.notRegex(nextStep(code, guide({ paysSelf, takesProject: false })), /projectId/, code);
});
