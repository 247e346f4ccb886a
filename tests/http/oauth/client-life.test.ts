import test from "ava";
import { OauthRecord } from "../../../entities/oauth-record.js";
import { recordId } from "../../../services/identity/oauth/record.repository.js";
import { trimUnused } from "../../../services/identity/oauth/client-life.js";
import { sweepRecords } from "../../../services/identity/oauth/sweep-records.js";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { connectApp } from "../../helpers/connect-app.js";
import { startKiln } from "../../helpers/start-kiln.js";

// Anybody may register clients, from any number of networks, so the number of clients that nobody uses is bounded.

let kiln: Kiln;
test.before(async () => (kiln = await startKiln({ TRUST_PROXY: "loopback" })));
test.after.always(() => kiln?.stop());

const DAY_MS = 24 * 3600_000;
const REDIRECT = "http://localhost:7777/callback";

async function register(from = "192.0.2.1"): Promise<string> {
  const answer = await fetch(`${kiln.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify({ redirect_uris: [REDIRECT] }),
  });
  if (answer.status !== 201) throw new Error(`register: ${answer.status}`);
  return ((await answer.json()) as { client_id: string }).client_id;
}

const rowOf = (clientId: string) => kiln.host.read.findOne(OauthRecord, { id: recordId("Client", clientId) });
const daysOf = async (clientId: string) =>
  (((await rowOf(clientId))?.expiresAt ?? Infinity) - Date.now()) / DAY_MS;
const sweep = () => sweepRecords(kiln.host, new AbortController().signal);
const authorize = async (clientId: string) =>
  (
    await fetch(
      `${kiln.url}/oauth/authorize?${new URLSearchParams({
        client_id: clientId,
        response_type: "code",
        redirect_uri: REDIRECT,
        code_challenge: "A".repeat(43),
        code_challenge_method: "S256",
      }).toString()}`,
      { redirect: "manual" },
    )
  ).status;

test.serial("a client that nobody uses goes after a day (rules/identity 48)", async (t) => {
  const clientId = await register();
  t.true((await daysOf(clientId)) <= 1);
  t.is(await authorize(clientId), 303);
  await kiln.host.transact((tx) =>
    tx.update(OauthRecord, { id: recordId("Client", clientId) }, { expiresAt: Date.now() - 1 }),
  );
  t.is(await authorize(clientId), 400);
  await sweep();
  t.is(await rowOf(clientId), null);
});

test.serial(
  "one that somebody connected stays longer than its tokens, and each token keeps it (rules/identity 48)",
  async (t) => {
    const app = await connectApp(kiln, await signUp(kiln.url), "Kept");
    const { client_id: clientId } = app.kept.client as { client_id: string };
    t.true((await daysOf(clientId)) > 31);
    const id = recordId("Client", clientId);
    await kiln.host.transact((tx) => tx.update(OauthRecord, { id }, { expiresAt: Date.now() + 2 * DAY_MS }));
    app.kept.tokens = {
      ...(app.kept.tokens as { access_token: string; token_type: string }),
      access_token: "over",
    };
    await (await app.connect()).close();
    t.true((await daysOf(clientId)) > 31);
    const tokens = await kiln.host.read.find(OauthRecord, { clientId, kind: "RefreshToken" });
    const last = Math.max(...tokens.map(({ expiresAt }) => expiresAt ?? Infinity));
    t.true(((await rowOf(clientId))?.expiresAt ?? 0) >= last);
  },
);

test.serial("of too many that nobody uses the oldest go, and none that somebody does", async (t) => {
  const used = await connectApp(kiln, await signUp(kiln.url), "Used");
  const { client_id: usedId } = used.kept.client as { client_id: string };
  const made: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    const clientId = await register(`192.0.2.${10 + at}`);
    const id = recordId("Client", clientId);
    await kiln.host.transact((tx) =>
      tx.update(OauthRecord, { id }, { expiresAt: Date.now() + at * 1000 + 60_000 }),
    );
    made.push(clientId);
  }
  await trimUnused(kiln.host, 4);
  const left = await Promise.all(made.map(async (clientId) => (await rowOf(clientId)) !== null));
  t.deepEqual(left, [false, false, true, true, true, true]);
  t.not(await rowOf(usedId), null);
  t.is(await used.opens(), 200);
});
