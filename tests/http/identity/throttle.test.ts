import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Answer, Client, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
test.before(async () => {
  // The test plays its clients by X-Forwarded-For.
  kiln = await startKiln({ TRUST_PROXY: "true" });
});
test.after.always(() => kiln?.stop());

let lastClient = 0;
const newClient = (): string => `198.51.${Math.floor(++lastClient / 250)}.${1 + (lastClient % 250)}`;
const signIn = (client: string, email: string, password: string): Promise<Answer> =>
  new Client(kiln.url).post(
    "/v1/auth/sign-in",
    { email, password },
    { headers: { "x-forwarded-for": client } },
  );
const statusOf = async (...attempt: Parameters<typeof signIn>) => (await signIn(...attempt)).status;

async function fail(client: string, email: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await signIn(client, email, "wrong");
}

test("the eleventh attempt after ten failures is 429 with Retry-After, also with the right password (rules/identity 7)", async (t) => {
  const person = await signUp(kiln.url);
  const client = newClient();
  for (let n = 0; n < 10; n++) t.is(await statusOf(client, person.email, "wrong"), 401);
  for (const password of ["wrong", person.password]) {
    const answer = await signIn(client, person.email.toUpperCase(), password);
    t.is(answer.status, 429);
    t.is(answer.body.error.code, "rate_limited");
    const seconds = Number(answer.headers.get("retry-after"));
    t.true(seconds >= 1 && seconds <= 90);
    t.is(answer.headers.get("set-cookie"), null);
  }
});

test("nobody else is locked out: not the owner elsewhere, not others at the client (rules/identity 7)", async (t) => {
  const [owner, neighbour] = [await signUp(kiln.url), await signUp(kiln.url)];
  const client = newClient();
  await fail(client, owner.email, 10);
  t.is(await statusOf(client, owner.email, owner.password), 429);
  t.is(await statusOf(newClient(), owner.email, owner.password), 200);
  t.is(await statusOf(client, neighbour.email, neighbour.password), 200);
});

test("an unknown address is throttled like a known one (rules/identity 6)", async (t) => {
  const client = newClient();
  const email = `x-${randomUUID()}@example.com`;
  await fail(client, email, 10);
  t.is(await statusOf(client, email, "wrong"), 429);
});

test("only failures count, and a success forgets the pair's (rules/identity 7)", async (t) => {
  const person = await signUp(kiln.url);
  const client = newClient();
  for (let n = 0; n < 12; n++) t.is(await statusOf(client, person.email, person.password), 200);
  for (let round = 0; round < 2; round++) {
    await fail(client, person.email, 9);
    t.is(await statusOf(client, person.email, person.password), 200);
  }
});

// The requests of one client come one by one, each with a hash. On a busy machine the hashes of all other tests before them would
// take longer than a call may, so the test is serial.
test.serial(
  "a burst at once passes no more attempts than one after the other would (rules/identity 7)",
  async (t) => {
    const person = await signUp(kiln.url);
    const client = newClient();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => statusOf(client, person.email, "wrong")),
    );
    t.is(answers.filter((status) => status === 401).length, 10);
    t.is(answers.filter((status) => status === 429).length, 15);
  },
);

test.serial("right sign-ins at once are all let in (rules/identity 7)", async (t) => {
  const person = await signUp(kiln.url);
  const client = newClient();
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => statusOf(client, person.email, person.password)),
  );
  t.deepEqual([...new Set(answers)], [200]);
});

test("a client that fails with a hundred addresses waits, but not whom it let in before (rules/identity 7)", async (t) => {
  const [known, stranger] = [await signUp(kiln.url), await signUp(kiln.url)];
  const client = newClient();
  t.is(await statusOf(client, known.email, known.password), 200);
  // One failure is forgiven every nine seconds, so a slow machine needs a few more of them.
  let failures = 0;
  let answer = await signIn(client, "x@example.com", "wrong");
  while (answer.status === 401 && failures < 300) {
    failures += 1;
    answer = await signIn(client, `x-${failures}@example.com`, "wrong");
  }
  t.is(answer.status, 429);
  t.true(failures >= 100);
  t.true(Number(answer.headers.get("retry-after")) <= 9);
  t.is(await statusOf(client, known.email, known.password), 200);
  t.is(await statusOf(newClient(), stranger.email, stranger.password), 200);
});

test("failures from many clients make an address strict with strangers, and lock nobody out (rules/identity 7)", async (t) => {
  const person = await signUp(kiln.url);
  const home = newClient();
  t.is(await statusOf(home, person.email, person.password), 200);
  for (let n = 0; n < 50; n++) t.is(await statusOf(newClient(), person.email, "wrong"), 401);
  const attacker = newClient();
  for (let n = 0; n < 3; n++) t.is(await statusOf(attacker, person.email, "wrong"), 401);
  t.is(await statusOf(attacker, person.email, "wrong"), 429);
  t.is(await statusOf(newClient(), person.email, person.password), 200);
  await fail(home, person.email, 5);
  t.is(await statusOf(home, person.email, person.password), 200);
});

test("the /64 of an IPv6 address is one client (rules/identity 49)", async (t) => {
  const person = await signUp(kiln.url);
  for (let n = 1; n <= 10; n++) await signIn(`2001:db8:5:6::${n}`, person.email, "wrong");
  t.is(await statusOf("2001:db8:5:6:ffff::1", person.email, person.password), 429);
  t.is(await statusOf("2001:db8:5:7::1", person.email, person.password), 200);
});
