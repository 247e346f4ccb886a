import test from "ava";
import { Client } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

const CREDENTIALS: Record<string, Record<string, string>> = {
  fal: { FAL_KEY: "x" },
  replicate: { REPLICATE_API_TOKEN: "x" },
  openai: { OPENAI_API_KEY: "x" },
  elevenlabs: { ELEVENLABS_API_KEY: "x" },
  google: { GEMINI_API_KEY: "x" },
  stripe: { STRIPE_SECRET_KEY: "sk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x" },
  gcs: { GOOGLE_APPLICATION_CREDENTIALS: "/nowhere.json" },
  smtp: { SMTP_URL: "smtp://127.0.0.1:1" },
};
const NAMES = Object.keys(CREDENTIALS);

async function health(env: Record<string, string>) {
  const kiln = await startKiln(env);
  try {
    return (await new Client(kiln.url).get("/v1/health")).body;
  } finally {
    await kiln.stop();
  }
}

test("health names every integration, false without credentials and true with them (rules/edge 38)", async (t) => {
  const none = await health({ MOCK_PROVIDER: "0", ...emptied() });
  t.deepEqual(Object.keys(none), ["ok", "providers"]);
  t.true(none.ok);
  for (const name of NAMES) t.is(none.providers[name], false, name);
  t.false("mock" in none.providers);
  const all = await health(Object.assign({}, ...Object.values(CREDENTIALS)));
  for (const name of [...NAMES, "mock", "local"]) t.is(all.providers[name], true, name);
});

/** Returns the variables of credentials set to empty values, which are no credentials. */
const emptied = () =>
  Object.fromEntries(
    Object.values(CREDENTIALS)
      .flatMap(Object.keys)
      .map((name) => [name, ""]),
  );
