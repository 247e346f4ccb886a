import test from "ava";
import fc from "fast-check";
import type { Auth } from "../../../contracts/auth.js";
import { ServiceError } from "../../../contracts/errors.js";
import { AREAS, grants, SCOPES } from "../../../contracts/scopes.js";
import { allowMinting, requireOperator, requireSession } from "../../../services/identity/identity.policy.js";

const runs = { numRuns: Number(process.env.KILN_RUNS ?? 100) };
const session: Auth = {
  accountId: "a",
  email: "a@example.com",
  scopes: null,
  kind: "session",
  credentialId: "s",
  isOperator: false,
  isSuspended: false,
  isEmailVerified: true,
  features: { generation: true, transcription: true },
};
const operator: Auth = { ...session, isOperator: true };
const codeOf = (work: () => void): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof ServiceError ? error.code : String(error);
  }
};

test("operators' actions open to a session or an unscoped key of an operator only, others read not_found (rules/identity 40)", (t) => {
  t.is(
    codeOf(() => requireOperator(operator)),
    null,
  );
  t.is(
    codeOf(() => requireOperator({ ...operator, kind: "key" })),
    null,
  );
  t.is(
    codeOf(() => requireOperator({ ...operator, kind: "key", scopes: SCOPES })),
    "not_found",
  );
  t.is(
    codeOf(() => requireOperator(session)),
    "not_found",
  );
});

test("what belongs to the cookie is closed to keys (rules/edge 8)", (t) => {
  t.is(
    codeOf(() => requireSession(session)),
    null,
  );
  t.is(
    codeOf(() => requireSession({ ...session, kind: "key" })),
    "unauthenticated",
  );
});

test("a scoped key mints exactly the keys whose scopes are a subset of its own; rw includes read (rules/identity 22)", (t) => {
  const some = fc.uniqueArray(fc.constantFrom(...SCOPES), { minLength: 1 });
  fc.assert(
    fc.property(some, some, (own, wanted) => {
      const isWithin = wanted.every((scope) => {
        const area = scope.split(":")[0] ?? "";
        return own.includes(scope) || (scope.endsWith(":read") && own.includes(`${area}:rw` as never));
      });
      const code = codeOf(() => allowMinting({ ...session, kind: "key", scopes: own }, wanted));
      t.is(code, isWithin ? null : "forbidden");
    }),
    runs,
  );
});

test("a session and a key from before scopes mint anything (rules/identity 22)", (t) => {
  t.is(
    codeOf(() => allowMinting(session, SCOPES)),
    null,
  );
  t.is(
    codeOf(() => allowMinting({ ...session, kind: "key" }, SCOPES)),
    null,
  );
});

test("areas do not imply each other (rules/identity 30)", (t) => {
  for (const own of AREAS)
    for (const other of AREAS) t.is(grants([`${own}:rw`], `${other}:read`), own === other, `${own} ${other}`);
});
