import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Stripe } from "stripe";
import type { Charge, Invoice, PaymentIntent, Session, Subscription } from "./objects.js";
import { missing, Refusal } from "./refusal.js";
import { readForm, textAt, textsAt, type Form } from "./read-form.js";

const MONTH_S = 30 * 24 * 3600;
const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

export interface StripeEvent {
  id: string;
  object: "event";
  /** The version of the API in which the object is written. */
  api_version: string;
  type: string;
  created: number;
  data: { object: object };
}

/**
 * Stripe's API as far as Kiln uses it, on a port of this machine, with the payments, renewals and refunds behind it. The stand-in
 * makes events, and the test delivers them in the order and as often as it likes.
 */
export class StripeStandIn {
  readonly webhookSecret = "whsec_stand_in";
  readonly sessions = new Map<string, Session>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  readonly intents = new Map<string, PaymentIntent>();
  /** Charges by payment intent. */
  readonly charges = new Map<string, Charge>();
  /** Requests in the form `POST /v1/…`. */
  readonly requests: string[] = [];
  /** Status with which every request is answered, or null for usual answers. */
  outage: number | null = null;
  /** Called when a request has taken effect and before it is answered. */
  beforeAnswer: (request: string) => Promise<void> = async () => {};
  readonly #invoiceOf = new Map<string, string>();
  readonly #answers = new Map<string, { body: string; answer: object }>();
  readonly #plans = new Map<string, { cents: number; interval: string; metadata: Record<string, string> }>();
  readonly #intentMetadata = new Map<string, Record<string, string>>();
  #server: Server | null = null;
  url = "";

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      void this.#answer(request).then(({ status, body }) => {
        response.writeHead(status, { "content-type": "application/json", "request-id": newId("req") });
        response.end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  /** Environment that connects a process to this stand-in. */
  get env(): Record<string, string> {
    return {
      BILLING: "stripe",
      STRIPE_SECRET_KEY: "sk_test_stand_in",
      STRIPE_WEBHOOK_SECRET: this.webhookSecret,
      STRIPE_API_BASE: this.url,
    };
  }

  sessionOf(url: string): Session {
    const found = [...this.sessions.values()].find((session) => session.url === url);
    if (found === undefined) throw new Error(`There is no session ${url}.`);
    return found;
  }

  /**
   * Completes a session as a buyer does. `unpaid` leaves the payment pending. Returns the event of the session, then that of the
   * invoice.
   */
  complete(session: Session, paymentStatus: "paid" | "unpaid" = "paid"): StripeEvent[] {
    session.status = "complete";
    session.payment_status = paymentStatus;
    const intent = newId("pi");
    const own = this.#intentMetadata.get(session.id) ?? {};
    this.intents.set(intent, { id: intent, object: "payment_intent", metadata: own });
    this.#charge(intent, session.amount_total, own);
    if (session.mode === "payment") {
      session.payment_intent = intent;
      return [this.event("checkout.session.completed", session)];
    }
    const start = Math.floor(Date.now() / 1000);
    const subscription = this.#openSubscription(session, start);
    const invoice = this.#invoice(subscription, "subscription_create", session.amount_total, intent);
    session.subscription = subscription.id;
    session.invoice = invoice.id;
    return [this.event("checkout.session.completed", session), this.event("invoice.paid", invoice)];
  }

  /** Bills the next period, whose payment succeeds or fails. */
  renew(id: string, isPaid = true): { invoice: Invoice; event: StripeEvent } {
    const subscription = this.#subscription(id);
    const [item] = subscription.items.data;
    const plan = this.#plans.get(id);
    if (item === undefined || plan === undefined) throw new Error(`${id} has no item.`);
    const length = item.current_period_end - item.current_period_start;
    item.current_period_start = item.current_period_end;
    item.current_period_end += length;
    const intent = newId("pi");
    this.intents.set(intent, { id: intent, object: "payment_intent", metadata: {} });
    this.#charge(intent, plan.cents, {});
    const invoice = this.#invoice(subscription, "subscription_cycle", plan.cents, intent);
    if (isPaid) return { invoice, event: this.event("invoice.paid", invoice) };
    Object.assign(invoice, { status: "open", amount_paid: 0 });
    subscription.status = "past_due";
    return { invoice, event: this.event("invoice.payment_failed", invoice) };
  }

  /** Makes a paid invoice of a subscription that is not the one of its next period. */
  bill(
    id: string,
    reason: Invoice["billing_reason"],
    cents: number,
  ): { invoice: Invoice; event: StripeEvent } {
    const intent = newId("pi");
    this.intents.set(intent, { id: intent, object: "payment_intent", metadata: {} });
    this.#charge(intent, cents, {});
    const invoice = this.#invoice(this.#subscription(id), reason, cents, intent);
    return { invoice, event: this.event("invoice.paid", invoice) };
  }

  /** Returns an event about an invoice as an endpoint of a version before 2025-03-31 sends it. */
  inOlderForm(event: StripeEvent): StripeEvent {
    const { parent, ...invoice } = event.data.object as Invoice;
    const { subscription, metadata } = parent.subscription_details;
    const older = { ...invoice, subscription, subscription_details: { metadata } };
    return { ...event, api_version: "2024-06-20", data: { object: older } };
  }

  /** Pays an invoice whose first payment failed. */
  payLate(invoice: Invoice): StripeEvent {
    Object.assign(invoice, { status: "paid", amount_paid: invoice.amount_due });
    this.#subscription(invoice.parent.subscription_details.subscription).status = "active";
    return this.event("invoice.paid", invoice);
  }

  /** Ends a subscription at once. */
  end(id: string): StripeEvent {
    const subscription = this.#subscription(id);
    subscription.status = "canceled";
    return this.event("customer.subscription.deleted", subscription);
  }

  /** Refunds `cents` more than before of the payment of an intent or invoice. */
  refund(intentOrInvoice: string, cents: number): StripeEvent {
    const intent =
      [...this.#invoiceOf].find(([, invoice]) => invoice === intentOrInvoice)?.[0] ?? intentOrInvoice;
    const charge = this.charges.get(intent);
    if (charge === undefined) throw new Error(`There is no charge of ${intentOrInvoice}.`);
    charge.amount_refunded += cents;
    charge.refunded = charge.amount_refunded === charge.amount;
    return this.event("charge.refunded", charge);
  }

  /** Makes an event with a copy of the object as it is now. */
  event(type: string, object: object): StripeEvent {
    const created = Math.floor(Date.now() / 1000);
    return {
      id: newId("evt"),
      object: "event",
      api_version: "2026-10-28.endive",
      type,
      created,
      data: { object: structuredClone(object) },
    };
  }

  /** Returns the signed delivery of an event. */
  signed(
    event: StripeEvent,
    options: { secret?: string; timestamp?: number } = {},
  ): { payload: string; signature: string } {
    const payload = JSON.stringify(event, null, 2);
    const { secret = this.webhookSecret, timestamp } = options;
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      ...(timestamp !== undefined && { timestamp }),
    });
    return { payload, signature };
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stripe");
    const method = request.method ?? "GET";
    const named = `${method} ${pathname}`;
    this.requests.push(named);
    try {
      if (this.outage !== null) throw new Refusal(this.outage, { type: "api_error", message: "Outage." });
      if (request.headers.authorization !== "Bearer sk_test_stand_in")
        throw new Refusal(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
      const answer = this.#once(request, body, () =>
        this.#route(method, pathname, searchParams, readForm(body)),
      );
      await this.beforeAnswer(named);
      return { status: 200, body: answer };
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: { error: error.error } };
      return { status: 500, body: { error: { type: "api_error", message: String(error) } } };
    }
  }

  /** Gives the same answer for the same Idempotency-Key, and refuses the key with other parameters. */
  #once(request: IncomingMessage, body: string, make: () => object): object {
    const key = request.headers["idempotency-key"];
    if (typeof key !== "string") return make();
    const known = this.#answers.get(key);
    if (known !== undefined && known.body !== body)
      throw new Refusal(400, {
        type: "idempotency_error",
        message: "Keys for idempotent requests can only be used with the same parameters.",
      });
    const answer = known?.answer ?? make();
    this.#answers.set(key, { body, answer });
    return answer;
  }

  #route(method: string, path: string, query: URLSearchParams, form: Form): object {
    const [, , resource = "", id = "", deeper = ""] = path.split("/");
    if (method === "POST" && path === "/v1/checkout/sessions") return this.#openSession(form);
    if (method === "POST" && path.endsWith("/expire")) return this.#expire(deeper);
    if (resource === "subscriptions" && id !== "") {
      const subscription = this.#subscription(id);
      if (method === "POST")
        subscription.cancel_at_period_end = textAt(form, "cancel_at_period_end") === "true";
      if (method === "DELETE") {
        if (subscription.status === "canceled") throw missing(id);
        subscription.status = "canceled";
      }
      return subscription;
    }
    if (method === "GET" && resource === "invoice_payments") {
      const intent = query.get("payment[payment_intent]") ?? "";
      const invoice = this.#invoiceOf.get(intent);
      return {
        object: "list",
        has_more: false,
        data: invoice === undefined ? [] : [{ id: newId("inpay"), invoice }],
      };
    }
    const found =
      resource === "invoices"
        ? this.invoices.get(id)
        : resource === "payment_intents"
          ? this.intents.get(id)
          : resource === "checkout"
            ? this.sessions.get(deeper)
            : undefined;
    if (method !== "GET" || found === undefined) throw missing(id);
    return found;
  }

  #openSession(form: Form): Session {
    const expiresAt = Number(textAt(form, "expires_at"));
    const lifeS = expiresAt - Date.now() / 1000;
    if (!(lifeS >= 30 * 60 && lifeS <= 24 * 3600))
      throw new Refusal(400, {
        type: "invalid_request_error",
        message: "The `expires_at` timestamp must be between 30 minutes and 24 hours.",
      });
    const mode = textAt(form, "mode") === "subscription" ? "subscription" : "payment";
    const interval = textAt(form, "line_items", "0", "price_data", "recurring", "interval");
    if ((interval !== null) !== (mode === "subscription"))
      throw new Refusal(400, {
        type: "invalid_request_error",
        message: "A recurring price belongs to a subscription.",
      });
    const id = newId("cs_test");
    const cents = Number(textAt(form, "line_items", "0", "price_data", "unit_amount"));
    const session: Session = {
      id,
      object: "checkout.session",
      mode,
      status: "open",
      payment_status: "unpaid",
      client_reference_id: textAt(form, "client_reference_id"),
      customer_email: textAt(form, "customer_email"),
      metadata: textsAt(form, "metadata"),
      amount_total: cents,
      url: `https://checkout.stripe.test/c/pay/${id}`,
      expires_at: expiresAt,
      payment_intent: null,
      subscription: null,
      invoice: null,
    };
    this.sessions.set(id, session);
    this.#intentMetadata.set(id, textsAt(form, "payment_intent_data", "metadata"));
    if (interval !== null)
      this.#plans.set(id, { cents, interval, metadata: textsAt(form, "subscription_data", "metadata") });
    return session;
  }

  #expire(id: string): Session {
    const session = this.sessions.get(id);
    if (session === undefined) throw missing(id);
    if (session.status !== "open")
      throw new Refusal(400, {
        type: "invalid_request_error",
        message: 'Only Checkout Sessions with a status in ["open"] can be expired.',
      });
    session.status = "expired";
    return session;
  }

  #openSubscription(session: Session, start: number): Subscription {
    const plan = this.#plans.get(session.id);
    if (plan === undefined) throw new Error(`${session.id} sells no subscription.`);
    const id = newId("sub");
    this.#plans.set(id, plan);
    const end = start + (plan.interval === "year" ? 365 * 24 * 3600 : MONTH_S);
    const subscription: Subscription = {
      id,
      object: "subscription",
      status: "active",
      cancel_at_period_end: false,
      cancel_at: null,
      metadata: plan.metadata,
      items: {
        object: "list",
        data: [{ id: newId("si"), current_period_start: start, current_period_end: end }],
      },
    };
    this.subscriptions.set(id, subscription);
    return subscription;
  }

  #invoice(
    subscription: Subscription,
    reason: Invoice["billing_reason"],
    cents: number,
    intent: string,
  ): Invoice {
    const [item] = subscription.items.data;
    const invoice: Invoice = {
      id: newId("in"),
      object: "invoice",
      status: "paid",
      billing_reason: reason,
      amount_paid: cents,
      amount_due: cents,
      parent: {
        type: "subscription_details",
        subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
      },
      lines: {
        object: "list",
        data: [{ period: { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 } }],
      },
    };
    this.invoices.set(invoice.id, invoice);
    this.#invoiceOf.set(intent, invoice.id);
    return invoice;
  }

  #charge(intent: string, amount: number, metadata: Record<string, string>): void {
    const id = newId("ch");
    this.charges.set(intent, {
      id,
      object: "charge",
      payment_intent: intent,
      metadata,
      amount,
      amount_refunded: 0,
      refunded: false,
    });
  }

  #subscription(id: string): Subscription {
    const found = this.subscriptions.get(id);
    if (found === undefined) throw missing(id);
    return found;
  }
}
