import test from "ava";
import { checkPassword, hashPassword } from "../../../services/identity/passwords.js";

test("passwords are argon2id with 19 MiB, two passes, one lane (rules/identity 2)", async (t) => {
  const hash = await hashPassword("correct horse");
  t.true(hash.startsWith("$argon2id$v=19$m=19456,t=2,p=1$"));
  t.not(await hashPassword("correct horse"), hash);
  t.true(await checkPassword(hash, "correct horse"));
  t.false(await checkPassword(hash, "correct horse "));
});

test("an unknown account matches no password, and computes a hash like a known one (rules/identity 6)", async (t) => {
  t.false(await checkPassword(null, ""));
  t.false(await checkPassword(null, "correct horse"));
});

test("many at once all get their turn", async (t) => {
  const hash = await hashPassword("correct horse");
  const results = await Promise.all(
    Array.from({ length: 12 }, (_, n) => checkPassword(hash, n % 2 === 0 ? "correct horse" : "wrong")),
  );
  t.deepEqual(
    results,
    results.map((_, n) => n % 2 === 0),
  );
});

test("a failed check gives its place on", async (t) => {
  const broken = Array.from({ length: 4 }, () => checkPassword("no hash at all", "x"));
  t.true((await Promise.allSettled(broken)).every(({ status }) => status === "rejected"));
  t.false(await checkPassword(null, "x"));
});
