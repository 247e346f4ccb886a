/**
 * Free key-value data of an object. The objects of this file have the form of Stripe's API 2026-10-28, with the fields that Kiln
 * uses. Times are seconds, money is cents.
 */
export type Metadata = Record<string, string>;

export interface Session {
  id: string;
  object: "checkout.session";
  mode: "payment" | "subscription";
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid";
  client_reference_id: string | null;
  customer_email: string | null;
  metadata: Metadata;
  amount_total: number;
  url: string | null;
  expires_at: number;
  payment_intent: string | null;
  subscription: string | null;
  invoice: string | null;
}

export interface Subscription {
  id: string;
  object: "subscription";
  status: "active" | "past_due" | "canceled";
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  metadata: Metadata;
  /** The period is on the items, not on the subscription. */
  items: { object: "list"; data: { id: string; current_period_start: number; current_period_end: number }[] };
}

export interface Invoice {
  id: string;
  object: "invoice";
  status: "paid" | "open";
  billing_reason: "subscription_create" | "subscription_cycle" | "subscription_update" | "manual";
  amount_paid: number;
  amount_due: number;
  /** Stripe names the subscription here and nowhere else. */
  parent: {
    type: "subscription_details";
    subscription_details: { subscription: string; metadata: Metadata };
  };
  lines: { object: "list"; data: { period: { start: number; end: number } }[] };
}

export interface PaymentIntent {
  id: string;
  object: "payment_intent";
  metadata: Metadata;
}

export interface Charge {
  id: string;
  object: "charge";
  payment_intent: string;
  metadata: Metadata;
  amount: number;
  amount_refunded: number;
  refunded: boolean;
}
