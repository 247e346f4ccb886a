/** An order as a gateway needs to know it. Amounts are in US cents. */
export interface PaymentOrder {
  /** Id of the checkout. It is the same for every attempt, so that a repeat makes no second link. */
  id: string;
  accountId: string;
  /** The buyer's address, with which the payment page is prefilled. */
  email: string;
  /** Name of the order on the payment page. */
  title: string;
  /** The amount due at once; a subscription costs the same again with each interval. */
  cents: number;
  /** Null for a single payment. */
  subscription: { tier: string; interval: "month" | "year" } | null;
  /** The latest end of the link, in milliseconds since the epoch; the link may end sooner. */
  expiresAt: number;
}

export interface PaymentLink {
  url: string;
  /** The end of the link, in milliseconds since the epoch. */
  expiresAt: number;
  /** The gateway's name of the link, of at most 191 characters, which `closeCheckout` is given. */
  reference?: string;
}

/** A subscription as its gateway shows it. Times are in milliseconds since the epoch. */
export interface SubscriptionState {
  /** The gateway's id. */
  id: string;
  /** The time at which the gateway was asked. The report of a later time counts, whichever arrives first. */
  readAt: number;
  periodStart?: number;
  periodEnd?: number;
  cancelAtPeriodEnd: boolean;
  pastDue: boolean;
  /** Set when the subscription is over for good. */
  hasEnded: boolean;
}

/** The fields of every event. `id` is the gateway's; an event of one id is counted once. */
interface EventHead {
  id: string;
}

/** A payment link was completed: it is paid, or its payment is on the way. */
export interface CheckoutCompleted extends EventHead {
  kind: "checkout.completed";
  checkoutId: string;
  /**
   * Only `paid` brings credits. A payment that is still on its way is reported by a later event of another
   * id.
   */
  paymentStatus: "paid" | "unpaid";
  /** The gateway's name of the payment, which refunds name again; of a top-up also the ref in the ledger. */
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
  /** The checkout with which the subscription began; it says whose a subscription was that Kiln no longer has. */
  checkoutId?: string;
  /** The gateway's name of the invoice or payment; one reference is counted once. */
  reference: string;
  cents?: number;
  /**
   * The period that was paid for, in milliseconds since the epoch; it follows the period before when left
   * out.
   */
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
  /** The reference of the event by which the payment was reported. */
  reference: string;
  checkoutId?: string;
  subscription?: string;
  /** The amount that was paid. */
  cents: number;
  /** The part of it that was given back so far, all refunds together. */
  refundedCents: number;
}

export type PaymentEvent =
  | CheckoutCompleted
  | CheckoutClosed
  | SubscriptionRenewed
  | SubscriptionPastDue
  | SubscriptionChanged
  | PaymentRefunded;

/** A message that a gateway sent. Its payload is unchanged, because the signature covers its bytes. */
export interface PaymentMessage {
  payload: string;
  /** Headers by their names in lower case. */
  headers: Readonly<Record<string, string>>;
}

/**
 * Extension point `paymentGateway`: takes payments. A gateway never sees the database; the events that it
 * reports go to one handler, which counts each once.
 */
export interface PaymentGateway {
  /** A slug, which `BILLING` names. */
  id: string;
  /**
   * Makes a payment link, which moves no money. Repeated with the same order, it resolves to the same link.
   */
  createCheckout(order: PaymentOrder): Promise<PaymentLink>;
  /**
   * Closes a payment link that is still open, because another plan was paid. It does nothing when the link is
   * paid, over or unknown. Links of a gateway without it stay open until they end.
   */
  closeCheckout?(reference: string): Promise<void>;
  /**
   * Resolves to a subscription as it is now. Throws `gone` when the gateway does not know it. Where a gateway
   * has no such member, a canceled plan ends an hour after the end of its paid time.
   */
  readSubscription?(subscription: string): Promise<SubscriptionState>;
  /** Sets whether the subscription ends with the period that is paid. It may be repeated. */
  setCancelAtPeriodEnd(subscription: string, cancels: boolean): Promise<void>;
  /**
   * Ends a subscription at once, because another plan took its place. It does nothing, or throws `gone`, when
   * it is over already.
   */
  endSubscription(subscription: string): Promise<void>;
  /**
   * Verifies a message and resolves to its event; null for a message that concerns nothing. Throws
   * `bad_signature`.
   */
  receive(message: PaymentMessage): Promise<PaymentEvent | null>;
  /**
   * Frees what the driver uses. Kiln calls it once, after the last call and the streams that it returned have
   * ended: when another version takes the driver's place, when the plugin is removed or switched off, when
   * the process stops. What it throws is logged.
   */
  close?(): Promise<void>;
}

export type PaymentFailure = "bad_signature" | "refused" | "unavailable" | "gone";

/**
 * The error that a gateway throws. Only `unavailable` is worth a repeat; `gone` means that the subscription
 * is over.
 */
export class PaymentError extends Error {
  override readonly name = "PaymentError";
  readonly failure: PaymentFailure;

  constructor(failure: PaymentFailure, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.failure = failure;
  }
}
