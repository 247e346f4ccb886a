import type { getAccount, Plan } from "../../../contracts/billing.js";
import type { ResultOf } from "../../../contracts/contract.js";
import { field, type Filled, UNFILLED } from "../../../runtime/http/pages/field.js";
import { html, type Html } from "../../../runtime/http/pages/html.js";
import { credits, usd } from "../../../runtime/http/pages/words.js";

type Account = ResultOf<typeof getAccount>;

/**
 * Makes the forms for a top-up and the plans; each button leads to a payment link, which moves no money by
 * itself.
 */
export const buyForms = (
  { firstTopupBonusCredits, plan: current }: Account,
  plans: readonly Plan[],
  filled: Filled = UNFILLED,
): Html =>
  html`<h2>Buy credits</h2>
    <section class="card">
      <h3>Top up</h3>
      <p class="soft">
        100 credits for a dollar. They stay until they are
        spent.${
          firstTopupBonusCredits === null
            ? null
            : html` The first top-up adds a bonus of up to ${credits(firstTopupBonusCredits)}.`
        }
      </p>
      <form method="post" action="/billing/topup">
        ${field({ name: "dollars", label: "US dollars", type: "number", min: 5, max: 1000, value: "20", hint: "Whole dollars, from 5 to 1,000." }, filled)}
        <button>Go to payment</button>
      </form>
    </section>
    <div class="grid">${plans.map((plan) => planForm(plan, current.tier))}</div>`;

function planForm(plan: Plan, current: string): Html {
  const { tier, monthlyPriceUsd, discountedMonthlyPriceUsd, monthlyBudgetCredits } = plan;
  const name = tier.charAt(0).toUpperCase() + tier.slice(1);
  return html`<section class="card">
    <h3>${name}${tier === current ? html` <span class="badge">your plan</span>` : null}</h3>
    <p class="figure">${credits(monthlyBudgetCredits)}</p>
    <p class="soft">
      each month, for ${usd(discountedMonthlyPriceUsd ?? monthlyPriceUsd)} a month. By the year it is 20%
      less.
    </p>
    <form class="actions" method="post" action="/billing/subscribe">
      <input type="hidden" name="tier" value="${tier}" />
      <button class="second" name="interval" value="month">
        <span class="unseen">Take ${name} </span>By the month
      </button>
      <button class="second" name="interval" value="year">
        <span class="unseen">Take ${name} </span>By the year
      </button>
    </form>
  </section>`;
}
