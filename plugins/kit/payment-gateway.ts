/** What is bought, as a gateway needs to know it. Money is in US cents. */
export interface PaymentOrder {
  /** Id of the checkout: the same for every attempt, so that a repeat makes no second link. */
  id: string;
  accountId: string;
  /** Of the buyer; the payment page is prefilled with it. */
  email: string;
  /** What the payment page calls it. */
  title: string;
  /** Due at once; a subscription costs the same again with each interval. */
  cents: number;
  /** Null for a single payment. */
  subscription: { tier: string; interval: "month" | "year" } | null;
  /** Milliseconds; the link may end sooner. */
  expiresAt: number;
}

export interface PaymentLink {
  url: string;
  /** Milliseconds. */
  expiresAt: number;
}

/** A subscription as its gateway shows it. Times are milliseconds. */
export interface SubscriptionState {
  /** The gateway's id. */
  id: string;
  /** When the look at it began: a later look wins over an earlier one, whichever arrives first. */
  readAt: number;
  periodStart?: number;
  periodEnd?: number;
  cancelAtPeriodEnd: boolean;
  pastDue: boolean;
  /** It is over for good. */
  hasEnded: boolean;
}

/** Fields of every event. `id` is the gateway's: one id counts once. */
interface EventHead {
  id: string;
}

/** A payment link was paid, or its payment is on the way. */
export interface CheckoutCompleted extends EventHead {
  kind: "checkout.completed";
  checkoutId: string;
  /** Credits only for `paid`; a payment that is still on its way completes by a later event. */
  paymentStatus: "paid" | "unpaid";
  /** What the payment is called at the gateway, where refunds name it again; the ledger's ref. */
  reference: string;
  subscription?: SubscriptionState;
}

/** A payment link that will not be paid any more. */
export interface CheckoutClosed extends EventHead {
  kind: "checkout.closed";
  checkoutId: string;
  reason: "expired" | "failed";
}

/** A further period of a subscription was paid. */
export interface SubscriptionRenewed extends EventHead {
  kind: "subscription.renewed";
  /** The gateway's id of the subscription. */
  subscription: string;
  /** The checkout that it began with. */
  checkoutId?: string;
  /** The invoice or payment: one reference counts once. */
  reference: string;
  cents?: number;
  /** What was paid for; left out, it follows the period before. */
  periodStart?: number;
  periodEnd?: number;
}

export interface SubscriptionPastDue extends EventHead {
  kind: "subscription.past-due";
  subscription: string;
  /** The invoice that could not be paid. */
  reference: string;
}

export interface SubscriptionChanged extends EventHead {
  kind: "subscription.changed";
  state: SubscriptionState;
}

/** A payment was given back, wholly or in part. */
export interface PaymentRefunded extends EventHead {
  kind: "payment.refunded";
  /** As in the event that it was paid with. */
  reference: string;
  checkoutId?: string;
  subscription?: string;
  /** What was paid. */
  cents: number;
  /** Of it, what was given back up to now, all refunds together. */
  refundedCents: number;
}

export type PaymentEvent =
  | CheckoutCompleted
  | CheckoutClosed
  | SubscriptionRenewed
  | SubscriptionPastDue
  | SubscriptionChanged
  | PaymentRefunded;

/** A message that a gateway sent, untouched: its signature covers the bytes. */
export interface PaymentMessage {
  payload: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
}

/** Takes money. It never sees the database; what it says happened goes to one handler, which counts it once. */
export interface PaymentGateway {
  /** Slug; `BILLING` names it. */
  id: string;
  /** Makes a payment link. Repeated with the same order it gives the same link. Moves no money. */
  createCheckout(order: PaymentOrder): Promise<PaymentLink>;
  /** Whether the subscription ends with the period that is paid. Repeatable. */
  setCancelAtPeriodEnd(subscription: string, cancels: boolean): Promise<void>;
  /** Ends a subscription at once, as another plan took its place. One that is over already is no error. */
  endSubscription(subscription: string): Promise<void>;
  /** Verifies a message and says what happened; null for what is of no concern. Throws `bad_signature`. */
  receive(message: PaymentMessage): Promise<PaymentEvent | null>;
  /**
   * Called once, after the last call has ended and all that it gave to read: when another version takes its place, when
   * the plugin is removed, when the process stops. What it throws is logged.
   */
  close?(): Promise<void>;
}

export type PaymentFailure = "bad_signature" | "refused" | "unavailable" | "gone";

/** The one error that a gateway throws. Only `unavailable` is worth a repeat; `gone` is a subscription that is over. */
export class PaymentError extends Error {
  override readonly name = "PaymentError";
  readonly failure: PaymentFailure;

  constructor(failure: PaymentFailure, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.failure = failure;
  }
}
