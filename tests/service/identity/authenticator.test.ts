import test from "ava";
import type { Auth } from "../../../contracts/auth.js";
import { makeAuthenticator } from "../../../services/identity/authenticator.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const cookieOf = (person: Person): string => person.session.headers.cookie?.split("=")[1] ?? "";
const revokeKeys = (person: Person) =>
  kiln.host.transact((tx) => tx.run("DELETE FROM api_keys WHERE accountId = ?", [person.id]));
const endSessions = (person: Person) =>
  kiln.host.transact((tx) => tx.run("DELETE FROM sessions WHERE accountId = ?", [person.id]));
function present(auth: Auth | null): Auth {
  if (auth === null) throw new Error("There should be somebody.");
  return auth;
}

test("a key and a session tell who calls, with what the account is now (rules/identity 23)", async (t) => {
  const authenticator = makeAuthenticator(kiln.host);
  const person = await signUp(kiln.url);
  const byKey = present(await authenticator.authenticate({ bearer: person.key, cookie: null }));
  t.like(byKey, { accountId: person.id, email: person.email, kind: "key", isSuspended: false });
  t.true(byKey.scopes?.includes("media:rw"));
  const bySession = present(await authenticator.authenticate({ bearer: null, cookie: cookieOf(person) }));
  t.like(bySession, { accountId: person.id, kind: "session", scopes: null });
  t.true(Object.isFrozen(bySession));
  await kiln.host.transact((tx) =>
    tx.run("UPDATE accounts SET suspended = 1, emailVerified = 1, features = ? WHERE id = ?", [
      JSON.stringify({ generation: false }),
      person.id,
    ]),
  );
  t.like(present(await authenticator.authenticate({ bearer: person.key, cookie: null })), {
    isSuspended: true,
    isEmailVerified: true,
    features: { generation: false, transcription: true },
  });
});

test("with a bearer token, whatever it is, the cookie opens nothing (rules/identity 17)", async (t) => {
  const authenticator = makeAuthenticator(kiln.host);
  const person = await signUp(kiln.url);
  const cookie = cookieOf(person);
  for (const bearer of ["", "x", cookie, `svc_sk_${cookie}`])
    t.is(await authenticator.authenticate({ bearer, cookie }), null, bearer);
  t.is(await authenticator.authenticate({ bearer: null, cookie: person.key }), null);
  t.is(await authenticator.authenticate({ bearer: null, cookie: null }), null);
});

test("many requests at once share reads, and none reads what another's credential opens (rules/identity 24)", async (t) => {
  const people = [await signUp(kiln.url), await signUp(kiln.url), await signUp(kiln.url)];
  let reads = 0;
  const counting = Object.create(kiln.host.read) as typeof kiln.host.read;
  counting.prepared = (sql, parameters) => {
    reads += 1;
    return kiln.host.read.prepared(sql, parameters);
  };
  const authenticator = makeAuthenticator({ ...kiln.host, baseUrl: kiln.host.baseUrl, read: counting });
  const found = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      authenticator.authenticate({ bearer: people[n % 3]?.key ?? "", cookie: null }),
    ),
  );
  t.deepEqual(
    found.map((auth) => auth?.accountId),
    found.map((_, n) => people[n % 3]?.id),
  );
  t.is(reads, 1);
});

test("a credential that is gone opens nothing from the next request on (rules/identity 25)", async (t) => {
  const authenticator = makeAuthenticator(kiln.host);
  const person = await signUp(kiln.url);
  const key = { bearer: person.key, cookie: null };
  const session = { bearer: null, cookie: cookieOf(person) };
  const [byKey, bySession] = [
    present(await authenticator.authenticate(key)),
    present(await authenticator.authenticate(session)),
  ];
  t.true(await authenticator.recheck(byKey));
  t.true(await authenticator.recheck(bySession));
  await revokeKeys(person);
  t.is(await authenticator.authenticate(key), null);
  t.false(await authenticator.recheck(byKey));
  t.true(await authenticator.recheck(bySession));
  await endSessions(person);
  t.is(await authenticator.authenticate(session), null);
  t.false(await authenticator.recheck(bySession));
});

test("a waiting request hears once that its credential is gone; one that left hears nothing (rules/identity 25)", async (t) => {
  const authenticator = makeAuthenticator(kiln.host);
  const [person, other] = [await signUp(kiln.url), await signUp(kiln.url)];
  const auth = present(await authenticator.authenticate({ bearer: person.key, cookie: null }));
  const stays = present(await authenticator.authenticate({ bearer: other.key, cookie: null }));
  const heard: string[] = [];
  const gone = Promise.withResolvers<void>();
  const stop = authenticator.watch(stays, () => heard.push("other"));
  authenticator.watch(auth, () => heard.push("left"))();
  authenticator.watch(auth, () => {
    heard.push("waiting");
    gone.resolve();
  });
  await revokeKeys(person);
  await gone.promise;
  t.deepEqual(heard, ["waiting"]);
  stop();
});

test("a credential that was revoked meanwhile mints no key (rules/identity 25)", async (t) => {
  const { createApiKey } = await import("../../../services/identity/create-api-key.js");
  const authenticator = makeAuthenticator(kiln.host);
  const person = await signUp(kiln.url);
  for (const credential of [
    { bearer: person.key, cookie: null },
    { bearer: null, cookie: cookieOf(person) },
  ]) {
    const auth = present(await authenticator.authenticate(credential));
    await (auth.kind === "key" ? revokeKeys(person) : endSessions(person));
    const minting = createApiKey(kiln.host, auth, { name: "k", scopes: ["media:read"] });
    await t.throwsAsync(minting, { message: "Missing, unknown or revoked credential." });
  }
});

test("expired rows are swept, live ones stay", async (t) => {
  const { sweepExpired } = await import("../../../services/identity/sweep-expired.js");
  const person = await signUp(kiln.url);
  const past = Date.now() - 1;
  await kiln.host.transact(async (tx) => {
    await tx.run("UPDATE email_tokens SET expiresAt = ? WHERE accountId = ?", [past, person.id]);
    await tx.run("INSERT INTO sign_in_failures (id, clearAt) VALUES ('old', ?)", [past]);
    await tx.run("INSERT INTO known_clients (id, expiresAt) VALUES ('old', ?)", [past]);
    await tx.run(
      "INSERT INTO sessions (id, accountId, createdAt, lastUsedAt, expiresAt) VALUES ('old', ?, 0, 0, ?)",
      [person.id, past],
    );
  });
  const outcome = await sweepExpired(kiln.host).handler.run({
    id: "t",
    queue: "identity.sweep",
    subject: "identity",
    payer: "system",
    attempts: 0,
    deaths: 0,
    fence: 1,
    signal: new AbortController().signal,
    isSurelyOurs: () => true,
    untilStored: (write) => write(),
    guard: async () => {},
    change: async () => {},
    complete: async () => {},
    goOnAs: async () => {},
  });
  t.deepEqual(outcome, { again: { afterMs: 3_600_000 } });
  for (const table of ["sign_in_failures", "known_clients", "sessions"])
    t.is((await kiln.host.read.query(`SELECT id FROM ${table} WHERE id = 'old'`)).length, 0, table);
  t.is(
    (await kiln.host.read.query("SELECT id FROM email_tokens WHERE accountId = ?", [person.id])).length,
    0,
  );
  t.is((await person.session.get("/v1/auth/session")).status, 200);
});
