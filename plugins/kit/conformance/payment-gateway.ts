import { randomUUID } from "node:crypto";
import {
  PaymentError,
  type PaymentGateway,
  type PaymentLink,
  type PaymentMessage,
  type PaymentOrder,
} from "../payment-gateway.js";
import { checkClose } from "./check-close.js";
import { fromRun, type ConformanceReport } from "./report.js";

export type { ConformanceCheck, ConformanceReport } from "./report.js";

const HOURS_24 = 24 * 3600 * 1000;

/**
 * A function that pays a link in place of the buyer, and resolves to the message that the gateway sends then.
 */
export type Pay = (order: PaymentOrder, link: PaymentLink) => Promise<PaymentMessage>;

/**
 * The conformance suite of the extension point `paymentGateway`, for Kiln's drivers and those of third
 * parties. Run it with a stand-in or a test account: it makes links, and closes the gateway at the end. A
 * fault of the driver is a failed check and is not thrown.
 */
export async function checkPaymentGateway(gateway: PaymentGateway, pay: Pay): Promise<ConformanceReport> {
  const topup = orderOf(null);
  const plan = orderOf({ tier: "pro", interval: "year" });
  return [
    await fromRun("the id is a slug", async () => {
      demand(/^[a-z0-9][a-z0-9-]{0,63}$/.test(gateway.id), `"${gateway.id}" is none`);
      return gateway.id;
    }),
    await fromRun("a top-up gets a link that ends in time", () => checkLink(gateway, topup)),
    await fromRun("a subscription gets a link that ends in time", () => checkLink(gateway, plan)),
    await fromRun("the same order gets the same link, another one another", async () => {
      const links = [topup, topup, plan, orderOf(null)].map((order) => gateway.createCheckout(order));
      const [first, again, ...others] = (await Promise.all(links)).map(({ url }) => url);
      demand(first === again, "a repeat made another link");
      demand(new Set([first, ...others]).size === 3, "two orders share a link");
      return "as declared";
    }),
    await fromRun(
      "a paid link becomes checkout.completed, with one id however often it is read",
      async () => {
        for (const order of [topup, plan]) await checkPaid(gateway, order, pay);
        return "as declared";
      },
    ),
    await fromRun("a message that is not the gateway's is bad_signature", async () => {
      const message = await pay(topup, await gateway.createCheckout(topup));
      const { payload, headers } = message;
      const { [payload.length - 2]: near = "" } = payload;
      const changed = payload.slice(0, -2) + (near === "x" ? "y" : "x") + payload.slice(-1);
      for (const forged of ["", "{}", "not json", changed])
        await demandFailure(gateway.receive({ payload: forged, headers }), "bad_signature");
      return "as declared";
    }),
    await fromRun("a subscription that there is not can be ended, and is gone or nothing else", async () => {
      await gateway.endSubscription(`none-${randomUUID()}`).catch(onlyGone);
      await gateway.setCancelAtPeriodEnd(`none-${randomUUID()}`, true).catch(onlyGone);
      return "as declared";
    }),
    await fromRun(
      "a gateway that reads subscriptions reads a paid one, and one that there is not is gone",
      () => checkRead(gateway, pay),
    ),
    await fromRun("a gateway that closes links closes one, paid or open, however often it is asked", () =>
      checkCloseLink(gateway, pay),
    ),
    await checkClose(gateway),
  ];
}

const orderOf = (subscription: PaymentOrder["subscription"]): PaymentOrder => ({
  id: randomUUID(),
  accountId: randomUUID(),
  email: "buyer@example.com",
  title: subscription === null ? "1,000 credits" : "A plan",
  cents: subscription === null ? 1000 : 47_040,
  subscription,
  expiresAt: Date.now() + HOURS_24,
});

async function checkLink(gateway: PaymentGateway, order: PaymentOrder): Promise<string> {
  const { url, expiresAt } = await gateway.createCheckout(order);
  demand(URL.canParse(url), `${url} is no URL`);
  demand(expiresAt > Date.now() && expiresAt <= order.expiresAt, "it ends at another time than asked for");
  return new URL(url).origin;
}

async function checkPaid(gateway: PaymentGateway, order: PaymentOrder, pay: Pay): Promise<void> {
  const message = await pay(order, await gateway.createCheckout(order));
  const [first, again] = [await gateway.receive(message), await gateway.receive(message)];
  if (first?.kind !== "checkout.completed") throw new Error(`it reads as ${first?.kind ?? "nothing"}`);
  demand(first.checkoutId === order.id, "it names another checkout");
  demand(first.paymentStatus === "paid", "it is not paid");
  demand(first.id === again?.id, "read again it has another id");
}

async function checkRead(gateway: PaymentGateway, pay: Pay): Promise<string> {
  if (gateway.readSubscription === undefined) return "it reads none";
  const order = orderOf({ tier: "pro", interval: "month" });
  const event = await gateway.receive(await pay(order, await gateway.createCheckout(order)));
  const state = event?.kind === "checkout.completed" ? event.subscription : undefined;
  if (state === undefined) throw new Error("a paid plan has no subscription");
  const read = await gateway.readSubscription(state.id);
  demand(read.id === state.id && !read.hasEnded, "a paid one reads otherwise");
  demand(read.readAt >= state.readAt, "it was read at another time");
  await demandFailure(gateway.readSubscription(`none-${randomUUID()}`), "gone");
  return "as declared";
}

async function checkCloseLink(gateway: PaymentGateway, pay: Pay): Promise<string> {
  if (gateway.closeCheckout === undefined) return "it closes none";
  const [open, paid] = [orderOf(null), orderOf(null)];
  const [openLink, paidLink] = [await gateway.createCheckout(open), await gateway.createCheckout(paid)];
  await pay(paid, paidLink);
  for (const { reference } of [openLink, openLink, paidLink]) {
    if (reference === undefined) throw new Error("a link has no reference");
    demand(reference.length <= 191, "a reference has over 191 characters");
    await gateway.closeCheckout(reference);
  }
  await gateway.closeCheckout(`none-${randomUUID()}`).catch(onlyGone);
  return "as declared";
}

function demand(holds: boolean, problem: string): void {
  if (!holds) throw new Error(problem);
}

async function demandFailure(call: Promise<unknown>, failure: PaymentError["failure"]): Promise<void> {
  const thrown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof PaymentError) || thrown.failure !== failure)
    throw new Error(thrown === null ? "it is taken" : `it is another error than ${failure}`, {
      cause: thrown,
    });
}

function onlyGone(error: unknown): void {
  if (!(error instanceof PaymentError) || error.failure !== "gone") throw error;
}
