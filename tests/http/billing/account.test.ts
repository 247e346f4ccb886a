import test from "ava";
import { adjust } from "../../../services/billing/index.js";
import type { Kiln } from "../../../start.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const grant = (person: Person, credits: readonly number[]) =>
  kiln.host.transact(async (tx) => {
    for (const deltaCredits of credits) {
      await adjust(tx, { accountId: person.id, deltaCredits, ref: null, note: `grant of ${deltaCredits}` });
    }
  });

test("an account starts Free with its welcome credits, which are no purchase (rules/billing 17 and 20)", async (t) => {
  const { status, body } = await ann.api.get("/v1/account");
  t.is(status, 200);
  t.deepEqual(body, {
    user: {
      id: ann.id,
      email: ann.email,
      name: null,
      image: null,
      tier: "none",
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
      pastDue: false,
      spentCreditsThisPeriod: 0,
      purchasedCredits: 500,
    },
    plan: { tier: "none", monthlyPriceUsd: 0, monthlyBudgetCredits: 0 },
    remainingCredits: 500,
    firstTopupBonusCredits: 500,
  });
});

test("remainingCredits never reads below 0 (rules/billing 10)", async (t) => {
  const person = await signUp(kiln.url);
  await grant(person, [-700]);
  const { body } = await person.api.get("/v1/account");
  t.is(body.remainingCredits, 0);
  t.is(body.user.purchasedCredits, -200);
});

test("the plans need no credential, are cheapest first, and leave Free out (rules/billing 34; rules/identity 32)", async (t) => {
  const { status, body } = await new Client(kiln.url).get("/v1/plans");
  t.is(status, 200);
  t.deepEqual(body, {
    plans: [
      { tier: "standard", monthlyPriceUsd: 19, monthlyBudgetCredits: 2000 },
      { tier: "pro", monthlyPriceUsd: 49, monthlyBudgetCredits: 6000 },
      { tier: "max", monthlyPriceUsd: 199, monthlyBudgetCredits: 30000 },
    ],
  });
});

test("account, usage and checkout need a credential and the scope account (rules/identity 23 and 31)", async (t) => {
  const minted = await ann.session.post("/v1/api-keys", { name: "media", scopes: ["media:rw"] });
  const media = new Client(kiln.url, { authorization: `Bearer ${minted.body.secret}` });
  for (const path of ["/v1/account", "/v1/usage"]) {
    t.is((await new Client(kiln.url).get(path)).status, 401, path);
    const refused = await media.get(path);
    t.is(refused.status, 403, path);
    t.regex(refused.body.error.message, /account:read/);
  }
  t.is((await new Client(kiln.url).post("/v1/billing/checkout", {})).status, 401);
  t.regex((await media.post("/v1/billing/checkout", {})).body.error.message, /account:rw/);
});

test("usage is newest first, its total counts all entries, and paging neither repeats nor drops one (rules/billing 35; rules/edge 26)", async (t) => {
  const person = await signUp(kiln.url);
  await grant(person, [1, 2, 3, 4, 5, 6, 7]);
  const all = await person.api.get("/v1/usage");
  t.is(all.body.total, 8);
  t.is(all.body.remainingCredits, 528);
  t.deepEqual(
    all.body.entries.map((entry: { deltaCredits: number }) => entry.deltaCredits),
    [7, 6, 5, 4, 3, 2, 1, 500],
  );
  t.like(all.body.entries[0], {
    kind: "adjustment",
    ref: null,
    note: "grant of 7",
    projectId: null,
    actorUserId: null,
    actorEmail: null,
    previewUrl: null,
    previewKind: null,
  });
  const pages = await Promise.all(
    [0, 3, 6, 9].map((offset) => person.api.get(`/v1/usage?limit=3&offset=${offset}`)),
  );
  t.deepEqual(
    pages.map(({ body }) => body.entries.length),
    [3, 3, 2, 0],
  );
  t.true(pages.every(({ body }) => body.total === 8));
  t.deepEqual(
    pages.flatMap(({ body }) => body.entries),
    all.body.entries,
  );
});

test("usage gives 100 entries unless told otherwise, 500 at most (rules/billing 35)", async (t) => {
  const person = await signUp(kiln.url);
  await grant(
    person,
    Array.from({ length: 520 }, () => 1),
  );
  t.is((await person.api.get("/v1/usage")).body.entries.length, 100);
  t.is((await person.api.get("/v1/usage?limit=500")).body.entries.length, 500);
});

test("a page outside its range is invalid_params that names the parameter (rules/edge 20)", async (t) => {
  for (const [name, value] of [
    ["limit", "0"],
    ["limit", "501"],
    ["limit", "1.5"],
    ["limit", "ten"],
    ["limit", ""],
    ["offset", "-1"],
    ["offset", "0.5"],
  ]) {
    const { status, body } = await ann.api.get(`/v1/usage?${name}=${value}`);
    t.is(status, 400, `${name}=${value}`);
    t.is(body.error.code, "invalid_params");
    t.true(body.error.message.includes(name), body.error.message);
  }
  t.is((await ann.api.get("/v1/usage?unknown=1")).status, 200, "unknown query parameters are ignored");
});

test("nobody sees another account's entries (rules/edge 14)", async (t) => {
  const [one, two] = [await signUp(kiln.url), await signUp(kiln.url)];
  await grant(one, [11]);
  t.is((await two.api.get("/v1/usage")).body.total, 1);
});
