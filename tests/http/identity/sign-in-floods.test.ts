import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Answer, Client, credentialsOf, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

let kiln: Kiln;
test.before(async () => {
  // The test plays its clients by X-Forwarded-For.
  kiln = await startKiln({ TRUST_PROXY: "true" });
});
test.after.always(() => kiln?.stop());

const signIn = (client: string, given: { email: string; password: string }): Promise<Answer> =>
  new Client(kiln.url).post("/v1/auth/sign-in", given, { headers: { "x-forwarded-for": client } });
const wrong = () => ({ email: `x-${randomUUID()}@example.com`, password: "wrong" });

test.serial(
  "300 networks of one site that guess at once keep nobody of another one out (rules/identity 5)",
  async (t) => {
    const person = await signUp(kiln.url);
    const given = credentialsOf(person);
    const statuses: number[] = [];
    const ending = new AbortController();
    const flood = Array.from({ length: 300 }, async (_, n) => {
      while (!ending.signal.aborted) {
        const { status } = await signIn(`2001:db8:7:${n.toString(16)}::1`, wrong());
        statuses.push(status);
        await sleep(100);
      }
    });
    try {
      await waitUntil(() => statuses.includes(503), {
        what: () => "The queue of guesses has not become full.",
      });
      for (const client of ["198.51.100.7", "2001:db8:8:1::1"])
        t.is((await signIn(client, given)).status, 200, client);
    } finally {
      ending.abort();
      await Promise.all(flood);
    }
    t.deepEqual([...new Set(statuses)].toSorted(), [401, 503]);
  },
);

test.serial(
  "a site whose networks have failed a thousand times has three attempts for an address, and all of them where it let somebody in before (rules/identity 52)",
  async (t) => {
    const [known, other] = [await signUp(kiln.url), await signUp(kiln.url)];
    const [home, elsewhere] = ["2001:db8:9:2::1", "2001:db8:a:2::1"];
    t.is((await signIn(home, credentialsOf(known))).status, 200);
    t.is((await signIn("2001:db8:9:1::1", wrong())).status, 401);
    // The lock is that of the thousandth failure, and longer than the test takes.
    await kiln.host.transact((tx) =>
      tx.run("UPDATE sign_in_failures SET clearAt = ?", [Date.now() + 2 * 3600_000]),
    );
    const guess = { ...credentialsOf(other), password: "a guess of eleven" };
    for (let tries = 0; tries < 3; tries += 1)
      t.is((await signIn("2001:db8:9:3::1", guess)).status, 401, String(tries));
    const refused = await signIn("2001:db8:9:3::1", credentialsOf(other));
    t.is(refused.status, 429);
    t.true(Number(refused.headers.get("retry-after")) > 0);
    t.is((await signIn("2001:db8:9:4::1", credentialsOf(other))).status, 200, "a neighbour");
    t.is((await signIn(home, credentialsOf(known))).status, 200);
    t.is((await signIn(elsewhere, credentialsOf(other))).status, 200);
    t.is((await signIn("198.51.100.9", credentialsOf(other))).status, 200);
  },
);
