import {
  cancelSubscription,
  createCheckout,
  getAccount,
  getUsage,
  listPlans,
  resumeSubscription,
} from "../../../contracts/billing.js";
import type { ResultOf } from "../../../contracts/contract.js";
import { canBuy } from "../../../contracts/can-buy.js";
import { type Filled, refusalNote } from "../../../runtime/http/pages/field.js";
import { html, type Html } from "../../../runtime/http/pages/html.js";
import type { Page } from "../../../runtime/http/pages/frame.js";
import { credits, moment, usd, wholeNumber } from "../../../runtime/http/pages/words.js";
import { buyForms } from "./buy-forms.js";
import { ledgerTable } from "./ledger-table.js";
import { pageLinks, pageNumber } from "./page-links.js";
import { stateNote } from "./state-note.js";
import { submit } from "./refusal.js";
import { type OwnVisit, ownPage, type PageAnswer, type PageRoute } from "./visit.js";

const SIZE = 25;

type Account = ResultOf<typeof getAccount>;

const DONE = {
  canceled: "The plan is canceled. It stays until the end of what is paid.",
  resumed: "The plan goes on.",
};

/**
 * Makes the page with the balance, the plan, the offers and the ledger. The page does not mention paying
 * where nothing can be bought (rules/billing 31).
 */
async function billingPage(visit: OwnVisit, filled?: Filled): Promise<Page> {
  const page = pageNumber(visit.query);
  const isSelling = canBuy(visit.host);
  const [account, usage, { plans }] = await Promise.all([
    visit.call(getAccount, {}),
    visit.call(getUsage, { limit: SIZE, offset: (page - 1) * SIZE }),
    visit.call(listPlans, {}),
  ]);
  return {
    title: isSelling ? "Billing" : "Credits",
    isWide: true,
    body: html`${stateNote(visit.query, DONE)} ${isSelling ? checkoutNote(visit.query) : null}
      ${filled === undefined ? null : refusalNote(filled)}
      ${
        account.user.pastDue && isSelling
          ? html`<p class="note">
              The last payment for your plan could not be taken, and will be tried again. Check your means of
              payment to keep the plan.
            </p>`
          : null
      }
      <div class="grid">
        ${balanceCard(account)}
        ${isSelling || account.plan.tier !== "none" ? planCard(account, isSelling) : null}
      </div>
      ${isSelling ? buyForms(account, plans, filled) : null}
      <h2 id="ledger">Ledger</h2>
      ${usage.entries.length === 0 ? html`<p class="soft">There is nothing here.</p>` : ledgerTable(usage.entries)}
      ${pageLinks("/billing", page, SIZE, usage.total)}`,
  };
}

/**
 * Makes the note for people who come back from a payment provider. The provider's event confirms the payment,
 * and may come later than they do.
 */
function checkoutNote(query: URLSearchParams): Html | null {
  switch (query.get("checkout")) {
    case "paid":
      return html`<p role="status" class="done">
        Thank you. What you bought is here as soon as the payment is confirmed, mostly within a minute: reload
        the page.
      </p>`;
    case "canceled":
      return html`<p role="status" class="note">The payment was broken off. Nothing was bought.</p>`;
    default:
      return null;
  }
}

const balanceCard = ({ remainingCredits, user, plan }: Account): Html =>
  html`<section class="card">
    <h2>Balance</h2>
    <p class="figure">${wholeNumber(remainingCredits)}</p>
    <p class="soft">${remainingCredits === 1 ? "credit" : "credits"} left</p>
    <dl class="facts">
      ${
        plan.monthlyBudgetCredits === 0
          ? null
          : html`<div>
              <dt>Granted this month</dt>
              <dd>${wholeNumber(plan.monthlyBudgetCredits)}</dd>
            </div>`
      }
      <div>
        <dt>Without an end</dt>
        <dd>${wholeNumber(user.purchasedCredits)}</dd>
      </div>
      <div>
        <dt>Spent this month</dt>
        <dd>${wholeNumber(user.spentCreditsThisPeriod)}</dd>
      </div>
    </dl>
  </section>`;

function planCard({ user, plan }: Account, isSelling: boolean): Html {
  if (plan.tier === "none")
    return html`<section class="card">
      <h2>Plan</h2>
      <p class="figure">Free</p>
      <p class="soft">Any purchase opens the full catalog of models.</p>
    </section>`;
  const { cancelAtPeriodEnd, currentPeriodEnd } = user;
  return html`<section class="card">
    <h2>Plan</h2>
    <p class="figure">${plan.tier.charAt(0).toUpperCase()}${plan.tier.slice(1)}</p>
    <p class="soft">
      ${isSelling ? html`${usd(plan.monthlyPriceUsd)} a month, ` : null}${credits(plan.monthlyBudgetCredits)}
      a month.
      ${
        cancelAtPeriodEnd
          ? "It is canceled and ends with what is paid."
          : currentPeriodEnd === null
            ? null
            : html`The next credits come on ${moment(currentPeriodEnd)}.`
      }
    </p>
    ${
      !cancelAtPeriodEnd
        ? html`<form method="post" action="/billing/cancel">
            <button class="second">Cancel the plan</button>
          </form>`
        : isSelling
          ? html`<form method="post" action="/billing/resume">
              <button class="second">Keep the plan</button>
            </form>`
          : null
    }
  </section>`;
}

/**
 * Returns the sources that the page's policy allows: Chromium applies it to the redirect of a form's answer,
 * and payment providers have pages of their own.
 */
const sourcesOf = ({ host }: OwnVisit) =>
  host.config.billing === "stripe" ? { forms: ["https:"] } : { forms: [new URL(host.baseUrl).origin] };

const show = async (visit: OwnVisit, page: Promise<Page>): Promise<PageAnswer> => ({
  page: await page,
  sources: sourcesOf(visit),
});

const form = (path: string, kept: readonly string[], act: (visit: OwnVisit) => Promise<string>): PageRoute =>
  ownPage("POST", path, async (visit) => {
    const answer = await submit(
      visit,
      { kept, fields: kept },
      async () => ({ to: await act(visit) }),
      (filled) => billingPage(visit, filled),
    );
    return "page" in answer ? { ...answer, sources: sourcesOf(visit) } : answer;
  });

export const BILLING_PAGES: readonly PageRoute[] = [
  ownPage("GET", "/billing", (visit) => show(visit, billingPage(visit))),
  form("/billing/topup", ["dollars"], async (visit) => {
    const given = (visit.form.get("dollars") ?? "").trim();
    const dollars = /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(given) ? Number(given) : given || undefined;
    return (await visit.call(createCheckout, { kind: "topup", dollars: dollars as number })).url;
  }),
  form("/billing/subscribe", ["tier", "interval"], async (visit) => {
    const [tier, interval] = [visit.form.get("tier") ?? undefined, visit.form.get("interval") ?? undefined];
    const plan = { kind: "subscription", tier, interval } as { kind: "subscription"; tier: "pro" };
    return (await visit.call(createCheckout, plan)).url;
  }),
  form("/billing/cancel", [], async (visit) => {
    await visit.call(cancelSubscription, {});
    return "/billing?state=canceled";
  }),
  form("/billing/resume", [], async (visit) => {
    await visit.call(resumeSubscription, {});
    return "/billing?state=resumed";
  }),
];
