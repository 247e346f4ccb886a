import { Client, type Person } from "./client.js";

/** Buys a plan as a person does, on the page of the test gateway. */
export async function subscribe(url: string, person: Person, interval = "month"): Promise<void> {
  const link = await person.api.post("/v1/billing/checkout", {
    kind: "subscription",
    tier: "standard",
    interval,
  });
  const { pathname } = new URL(link.body.url);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const page = await new Client(url).send("POST", pathname, { body: "", headers });
  if (!/The plan has started/.test(page.body)) throw new Error(page.body);
}
