import type { Stripe } from "stripe";
import {
  PaymentError,
  type PaymentEvent,
  type PaymentGateway,
  type PaymentLink,
  type PaymentMessage,
  type PaymentOrder,
  type SubscriptionState,
} from "../../kit/payment-gateway.js";
import { fromStripe, isMissing, openStripe } from "./open-stripe.js";
import { readEvent } from "./read-event.js";
import { readSubscription } from "./read-subscription.js";
import { sessionParams } from "./session-params.js";

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Null for the public one. */
  apiBase: string | null;
  baseUrl(): string;
  log: { warn(message: string): void };
}

/** Checkout sessions, subscriptions and signed events of Stripe. */
export class StripeGateway implements PaymentGateway {
  readonly id = "stripe";
  readonly #settings: StripeSettings;
  #client: Promise<Stripe> | null = null;

  constructor(settings: StripeSettings) {
    this.#settings = settings;
  }

  async createCheckout(order: PaymentOrder): Promise<PaymentLink> {
    const params = sessionParams(order, this.#settings.baseUrl());
    const session = await this.#ask((stripe) =>
      stripe.checkout.sessions.create(params, { idempotencyKey: `checkout-${order.id}` }),
    );
    if (session.url === null) throw new PaymentError("unavailable", "Stripe made a session without a page.");
    const expiresAt = (session.expires_at ?? params.expires_at ?? 0) * 1000;
    return { url: session.url, expiresAt, reference: session.id };
  }

  async closeCheckout(session: string): Promise<void> {
    await this.#ask(async (stripe) => {
      try {
        await stripe.checkout.sessions.expire(session);
      } catch (error) {
        if (isMissing(error)) return;
        // Only an open session can be closed.
        const { status } = await stripe.checkout.sessions.retrieve(session);
        if (status === "open") throw error;
      }
    });
  }

  readSubscription(subscription: string): Promise<SubscriptionState> {
    return this.#ask((stripe) => readSubscription(stripe, subscription));
  }

  async setCancelAtPeriodEnd(subscription: string, cancels: boolean): Promise<void> {
    await this.#ask((stripe) => stripe.subscriptions.update(subscription, { cancel_at_period_end: cancels }));
  }

  async endSubscription(subscription: string): Promise<void> {
    const end = async (stripe: Stripe) => {
      try {
        await stripe.subscriptions.cancel(subscription);
      } catch (error) {
        // One that is over cannot be canceled again, and that is what was wanted.
        if (isMissing(error)) return;
        const { status } = await stripe.subscriptions.retrieve(subscription);
        if (status !== "canceled") throw error;
      }
    };
    await this.#ask(end);
  }

  async receive({ payload, headers }: PaymentMessage): Promise<PaymentEvent | null> {
    const stripe = await this.#open();
    const event = this.#verify(stripe, payload, headers["stripe-signature"] ?? "");
    return this.#ask(() => readEvent(stripe, event, this.#settings.log));
  }

  #verify(stripe: Stripe, payload: string, signature: string): Stripe.Event {
    try {
      return stripe.webhooks.constructEvent(payload, signature, this.#settings.webhookSecret);
    } catch (error) {
      throw new PaymentError("bad_signature", "The signature of the event is not right.", { cause: error });
    }
  }

  #open(): Promise<Stripe> {
    return (this.#client ??= openStripe(this.#settings.secretKey, this.#settings.apiBase));
  }

  async #ask<T>(what: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = await this.#open();
    try {
      return await what(stripe);
    } catch (error) {
      throw fromStripe(error);
    }
  }
}
