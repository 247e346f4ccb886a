import test from "ava";
import type { Auth } from "../../../contracts/auth.js";
import { currentCaller, onBehalfOf } from "../../../runtime/concurrency/current-call.js";
import { CredentialWatch } from "../../../services/identity/watch-credentials.js";

test("credentials of all who wait are looked at in nobody's line, whoever was the first to wait (rules/identity 25)", async (t) => {
  const callers: (string | null)[] = [];
  const watch = new CredentialWatch(async () => {
    callers.push(currentCaller());
    return false;
  });
  // The watch alone does not keep a process alive.
  const alive = setTimeout(() => {}, 60_000);
  await onBehalfOf("ann", () => new Promise<void>((resolve) => watch.add({} as Auth, resolve)));
  clearTimeout(alive);
  t.deepEqual(callers, [null]);
});
