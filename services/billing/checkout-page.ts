import type { Checkout } from "../../entities/checkout.js";
import { framedPage } from "../../runtime/http/pages/frame.js";
import { html, type Html } from "../../runtime/http/pages/html.js";
import { moment, usd, wholeNumber as count } from "../../runtime/http/pages/words.js";
import { CREDITS_PER_DOLLAR, planOf, priceOf } from "./plans.js";

/** The state of a link when it is looked at. `paidNow` means that this request paid it. */
export type CheckoutState = "open" | "paidNow" | "paid" | "expired" | "currentPlan";

export interface CheckoutPage {
  checkout: Checkout;
  state: CheckoutState;
  /** The bonus that a payment would add, or has added; 0 if there is none. */
  bonusCredits: number;
}

/** Returns the HTML page of the manual gateway. */
export function renderCheckoutPage({ checkout, state, bonusCredits }: CheckoutPage): string {
  const title = checkout.kind === "topup" ? "Top up credits" : "Subscribe";
  const bought = checkout.kind === "topup" ? topup(checkout, bonusCredits) : subscription(checkout);
  return framedPage({ title, body: html`<div class="card">${bought} ${body(state, checkout)}</div>` });
}

function topup({ dollars }: Checkout, bonusCredits: number): Html {
  const credits = (dollars ?? 0) * CREDITS_PER_DOLLAR;
  return html`<dl class="facts">
    <div>
      <dt>Amount</dt>
      <dd>${usd(dollars ?? 0)}</dd>
    </div>
    <div>
      <dt>Credits</dt>
      <dd>${count(credits)}</dd>
    </div>
    ${
      bonusCredits > 0
        ? html`<div>
            <dt>Bonus for the first top-up</dt>
            <dd>${count(bonusCredits)} credits</dd>
          </div>`
        : null
    }
  </dl>`;
}

function subscription({ tier, interval }: Checkout): Html {
  if (tier === null || interval === null) return html``;
  const price = usd(priceOf(tier, interval));
  return html`<dl class="facts">
    <div>
      <dt>Plan</dt>
      <dd>${tier}, by the ${interval}</dd>
    </div>
    <div>
      <dt>${interval === "year" ? "Total for the year" : "Price for the month"}</dt>
      <dd>${price}</dd>
    </div>
    <div>
      <dt>Credits each month</dt>
      <dd>${count(planOf(tier).monthlyBudgetCredits)}</dd>
    </div>
  </dl>`;
}

function body(state: CheckoutState, checkout: Checkout): Html {
  const note = html`<p class="note">
    <strong>No real payment is made.</strong> This deployment has no payment provider: confirming adds the
    credits at once and takes no money.
  </p>`;
  switch (state) {
    case "open":
      return html`${note}
        <form method="post">
          <button class="full">${checkout.kind === "topup" ? "Add the credits" : "Start the plan"}</button>
        </form>
        <p>The link is open until ${moment(checkout.expiresAt)}.</p>`;
    case "paidNow":
      return html`<p role="status" class="done">
          Done. ${checkout.kind === "topup" ? "The credits are in the account." : "The plan has started."} You
          can close this page.
        </p>
        ${note}${toBilling}`;
    case "paid":
      return html`<p role="status" class="done">
          This link was used already. It counted once; nothing was added again.
        </p>
        ${toBilling}`;
    case "expired":
      return html`<p role="status" class="failed">
          This link expired on ${moment(checkout.expiresAt)}. Nothing was bought; make a new link.
        </p>
        ${toBilling}`;
    case "currentPlan":
      return html`<p role="status" class="failed">The account is on this plan already. Nothing was bought.</p>
        ${toBilling}`;
  }
}

const toBilling = html`<p><a href="/billing">Go to your balance and plan</a></p>`;
