import { readFileSync } from "node:fs";
import test from "ava";
import { readConfigurationPage, configurationPage } from "../../../checks/configuration-page.js";
import { errorsPage, readErrorsPage } from "../../../checks/errors-page.js";
import { checkGenerated, GENERATED } from "../../../checks/generated.js";
import { ERRORS } from "../../../contracts/errors.js";
import { VARIABLES } from "../../../runtime/config/register.js";

/** Error codes that callers may meet, with their statuses. Null means that the status is in the table below. */
const SPEC_ERRORS: Readonly<Record<string, number | null>> = {
  unauthenticated: 401,
  invalid_params: 400,
  insufficient_credits: 402,
  owner_insufficient_credits: 402,
  plan_required: 402,
  storage_limit: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  payload_too_large: null,
  rate_limited: 429,
  provider_unavailable: 503,
  email_unverified: null,
  owner_email_unverified: null,
  account_suspended: null,
  owner_account_suspended: null,
};

/** Statuses of the codes that are null above, and of the codes of the service's own faults. */
const DECIDED_ERRORS: Readonly<Record<string, number>> = {
  payload_too_large: 413,
  email_unverified: 403,
  owner_email_unverified: 403,
  account_suspended: 403,
  owner_account_suspended: 403,
  unavailable: 503,
  internal: 500,
};

const registered = Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status]));

test("every code of the table below is in the register with its status, and no other (rules/edge 3)", (t) => {
  const expected = { ...SPEC_ERRORS, ...DECIDED_ERRORS };
  t.deepEqual(registered, expected as Record<string, number>);
});

test("docs/errors.md lists exactly the register, both ways (rules/edge 3)", (t) => {
  t.deepEqual(Object.fromEntries(readErrorsPage(readFileSync("docs/errors.md", "utf8"))), registered);
});

test("a code that the page lacks, or has with another status, shows", (t) => {
  const page = errorsPage({ conflict: { status: 409, exposed: true, message: "a|b" } });
  t.deepEqual([...readErrorsPage(page)], [["conflict", 409]]);
  t.true(page.includes("a\\|b"));
});

test("docs/configuration.md lists exactly the register of variables, both ways (rules/running 1)", (t) => {
  const listed = readConfigurationPage(readFileSync("docs/configuration.md", "utf8"));
  t.deepEqual(listed, Object.keys(VARIABLES));
  t.deepEqual(
    readConfigurationPage(configurationPage({ A: { default: null, accepted: "x", description: "y" } })),
    ["A"],
  );
});

test("a generated file that is missing or behind its sources is found", (t) => {
  const generated = [{ path: "docs/a.md", build: () => "new" }];
  t.is(checkGenerated([{ path: "docs/a.md", text: "old" }], generated).length, 1);
  t.is(checkGenerated([], generated).length, 1);
  t.is(checkGenerated([{ path: "docs/a.md", text: "new" }], generated).length, 0);
});

test("generated files come out the same every time", (t) => {
  for (const { path, build } of GENERATED) t.is(build(), build(), path);
});
