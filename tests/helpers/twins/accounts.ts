import { connectApp } from "../connect-app.js";
import type { Act, Acts } from "./act.js";
import type { Twin } from "./twin.js";

const key = async (twin: Twin): Promise<string> =>
  (await twin.does("POST", "/v1/api-keys", { name: "k", scopes: ["media:read"] })).apiKey.id as string;

/** Connects an agent and returns the id of its grant. */
async function grant(twin: Twin): Promise<string> {
  await connectApp(twin.kiln, twin.me, "Agent");
  return (await twin.client.get("/v1/oauth/grants")).body.grants[0].id as string;
}

/** Buys a plan on the page of the link where the person has none. */
async function subscribe(twin: Twin): Promise<void> {
  if ((await twin.client.get("/v1/account")).body.plan.tier !== "none") return;
  const { url } = await twin.does("POST", "/v1/billing/checkout", { kind: "subscription", tier: "pro" });
  const form = {
    "content-type": "application/x-www-form-urlencoded",
    origin: twin.kiln.host.baseUrl,
    ...twin.client.headers,
  };
  await twin.client.with(form).send("POST", new URL(url as string).pathname, { body: "" });
}

const withoutPlan: Act["refusedOn"] = () => ({});
const budget = { dailyCredits: 5 };

/** Acts on accounts, their credentials and their money. Acts that need an account without a plan come first. */
export const ACCOUNTS: Acts = {
  "identity.adminGrantCredits": {
    on: ({ me }) => ({ id: me.id, deltaCredits: 100, note: "a gift" }),
    wrong: { deltaCredits: 0 },
  },
  "identity.adminUpdateAccount": {
    on: ({ me }) => ({ id: me.id, features: { generation: true, transcription: true } }),
  },
  "identity.createApiKey": {
    on: () => ({ name: "Mine", scopes: ["media:read", "content:rw"] }),
    wrong: { scopes: ["everything:rw"] },
  },
  "identity.updateApiKey": {
    on: async (twin) => ({ id: await key(twin), budget }),
    wrong: { budget: { dailyCredits: -1 } },
  },
  "identity.deleteApiKey": { on: async (twin) => ({ id: await key(twin) }) },
  "identity.resendVerification": { on: () => ({}) },
  "identity.updateOauthGrant": {
    on: async (twin) => ({ id: await grant(twin), budget }),
    wrong: { budget: { askAboveCredits: -1 } },
  },
  "identity.deleteOauthGrant": { on: async (twin) => ({ id: await grant(twin) }) },
  "identity.adminDeleteOauthGrant": {
    on: async (twin) => ({ id: twin.me.id, grantId: await grant(twin) }),
  },
  "billing.checkout": { on: () => ({ kind: "topup", dollars: 10 }), wrong: { dollars: 4 } },
  "billing.cancelSubscription": {
    refusedOn: withoutPlan,
    async on(twin) {
      await subscribe(twin);
      return {};
    },
  },
  "billing.resumeSubscription": {
    async on(twin) {
      await subscribe(twin);
      await twin.client.post("/v1/billing/subscription/cancel");
      return {};
    },
  },
};
