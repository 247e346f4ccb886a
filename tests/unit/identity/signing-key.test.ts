import test from "ava";
import { Keys } from "../../../runtime/secrets/keys.js";
import { KEY_MS, keyNumber, signingKeys } from "../../../services/identity/oauth/signing-key.js";

const keys = new Keys("a secret of at least thirty-two characters");

test("nodes with one SECRET_KEY have the same keys at the same time, and know the next and the last", (t) => {
  const number = keyNumber(Date.UTC(2026, 10, 22));
  t.deepEqual(
    signingKeys(keys, number),
    signingKeys(new Keys("a secret of at least thirty-two characters"), number),
  );
  const kids = (at: number) => signingKeys(keys, at).map(({ kid }) => kid);
  t.is(new Set(kids(number)).size, 3);
  const [signs] = kids(number);
  t.true(kids(number - 1).includes(signs));
  t.true(kids(number + 1).includes(signs));
  t.false(kids(number + 2).includes(signs));
});

test("a key signs for 30 days", (t) => {
  const at = keyNumber(Date.UTC(2026, 10, 22)) * KEY_MS;
  t.is(keyNumber(at), keyNumber(at + KEY_MS - 1));
  t.is(keyNumber(at + KEY_MS), keyNumber(at) + 1);
});

test("another SECRET_KEY has other keys", (t) => {
  t.not(
    signingKeys(keys, 1)[0].kid,
    signingKeys(new Keys("another secret of thirty-two characters!"), 1)[0].kid,
  );
});
