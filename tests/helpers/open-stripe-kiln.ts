import type { Kiln } from "../../start.js";
import type { Session } from "../stand-ins/stripe/objects.js";
import { StripeStandIn, type StripeEvent } from "../stand-ins/stripe/stripe-stand-in.js";
import { type Answer, Client, type Person, signUp } from "./client.js";
import { ledgerMismatches } from "./ledger-mismatches.js";
import { startKiln } from "./start-kiln.js";

/** A process that takes payments from a stand-in of Stripe, with the requests that tests make of both. */
export interface StripeKiln {
  stripe: StripeStandIn;
  kiln: Kiln;
  /** Sends the signed events to the webhook, one after the other. Throws when one is not taken. */
  deliver(...events: StripeEvent[]): Promise<void>;
  /** Sends one signed event to the webhook. */
  send(event: StripeEvent): Promise<Answer>;
  /** Makes a link for a plan and returns its session. */
  plan(person: Person, tier?: string, interval?: string): Promise<Session>;
  /** Makes an account with a paid plan. */
  subscribed(tier?: string): Promise<{ person: Person; session: Session; id: string }>;
  account(person: Person): Promise<Answer["body"]>;
  /** Returns kinds and credits of the account's ledger, the oldest first. */
  usage(person: Person): Promise<[string, number][]>;
  /** Ends both. Throws when the ledger has mismatches. */
  close(): Promise<void>;
}

export async function openStripeKiln(env: Record<string, string> = {}): Promise<StripeKiln> {
  const stripe = new StripeStandIn();
  await stripe.start();
  const kiln = await startKiln({ ...stripe.env, ...env });
  const send = (event: StripeEvent): Promise<Answer> => {
    const { payload, signature } = stripe.signed(event);
    return new Client(kiln.url).send("POST", "/v1/billing/stripe-webhook", {
      body: payload,
      headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
    });
  };
  const deliver = async (...events: StripeEvent[]) => {
    for (const event of events) {
      const answer = await send(event);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    }
  };
  const plan = async (person: Person, tier = "standard", interval = "month") => {
    const body = { kind: "subscription", tier, interval };
    const answer = await person.api.post("/v1/billing/checkout", body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return stripe.sessionOf(answer.body.url);
  };
  return {
    stripe,
    kiln,
    send,
    deliver,
    plan,
    async subscribed(tier = "standard") {
      const person = await signUp(kiln.url);
      const session = await plan(person, tier);
      await deliver(...stripe.complete(session));
      return { person, session, id: session.subscription ?? "" };
    },
    account: async (person) => (await person.api.get("/v1/account")).body,
    usage: async (person) =>
      (await person.api.get("/v1/usage")).body.entries
        .map((entry: { kind: string; deltaCredits: number }) => [entry.kind, entry.deltaCredits])
        .toReversed(),
    async close() {
      const mismatches = await ledgerMismatches(kiln);
      await kiln.stop();
      await stripe.stop();
      if (mismatches.length > 0) throw new Error(JSON.stringify(mismatches));
    },
  };
}
