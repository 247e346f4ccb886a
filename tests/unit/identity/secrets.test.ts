import test from "ava";
import {
  hashSecret,
  isKeySecret,
  isSessionSecret,
  makeKeySecret,
  makeSessionSecret,
} from "../../../services/identity/credential.repository.js";

test("a key's secret is svc_sk_ and 32 random bytes in base64url (rules/identity 19)", (t) => {
  const secret = makeKeySecret();
  t.regex(secret, /^svc_sk_[A-Za-z0-9_-]{43}$/);
  t.is(Buffer.from(secret.slice(7), "base64url").length, 32);
  t.not(makeKeySecret(), secret);
  t.true(isKeySecret(secret));
});

test("what has another shape is no secret, whatever it begins with", (t) => {
  const secret = makeKeySecret();
  for (const other of [
    "",
    "svc_sk_",
    `${secret}x`,
    secret.slice(1),
    `svc_at_${secret.slice(7)}`,
    `${secret}\n`,
  ])
    t.false(isKeySecret(other), other);
  t.true(isSessionSecret(makeSessionSecret()));
  t.false(isSessionSecret(`${makeSessionSecret()}=`));
});

test("only a SHA-256 in hex is stored (rules/identity 19)", (t) => {
  t.is(hashSecret("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
