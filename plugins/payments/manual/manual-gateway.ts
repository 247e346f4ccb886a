import {
  type CheckoutCompleted,
  PaymentError,
  type PaymentGateway,
  type PaymentLink,
  type PaymentMessage,
  type PaymentOrder,
} from "../../kit/payment-gateway.js";
import { createHmac, timingSafeEqual } from "node:crypto";

/** What makes a checkout's link unguessable: an HMAC over its id, base64url. */
const checkoutToken = (key: Buffer, id: string): string =>
  createHmac("sha256", key).update(id).digest("base64url");

function isCheckoutToken(key: Buffer, id: string, token: string): boolean {
  const expected = Buffer.from(checkoutToken(key, id));
  const given = Buffer.from(token);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Asks nobody for money: a person with the link may confirm it. Subscriptions are kept and renewed by billing alone. */
export class ManualGateway implements PaymentGateway {
  readonly id = "manual";
  readonly #key: Buffer;
  readonly #baseUrl: () => string;

  constructor(key: Buffer, baseUrl: () => string) {
    this.#key = key;
    this.#baseUrl = baseUrl;
  }

  async createCheckout({ id, expiresAt }: PaymentOrder): Promise<PaymentLink> {
    return { url: `${this.#baseUrl()}/checkout/${id}/${checkoutToken(this.#key, id)}`, expiresAt };
  }

  async setCancelAtPeriodEnd(): Promise<void> {}

  async endSubscription(): Promise<void> {}

  /** The message of the page's form: `{ id, token }` of the link, whose token is the signature. */
  async receive({ payload }: PaymentMessage): Promise<CheckoutCompleted> {
    const { id, token } = read(payload);
    if (!isCheckoutToken(this.#key, id, token))
      throw new PaymentError("bad_signature", "There is no such payment link.");
    // The event's id is the checkout's: sent twice, or from two tabs at once, it counts once.
    return {
      id: `manual:${id}`,
      kind: "checkout.completed",
      checkoutId: id,
      paymentStatus: "paid",
      reference: id,
    };
  }
}

function read(payload: string): { id: string; token: string } {
  try {
    const { id, token } = JSON.parse(payload) as { id?: unknown; token?: unknown };
    if (typeof id === "string" && typeof token === "string") return { id, token };
  } catch {
    // Not JSON: not ours.
  }
  throw new PaymentError("bad_signature", "There is no such payment link.");
}
