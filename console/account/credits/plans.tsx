import { useState } from "react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { billingPlans } from "../../../sdk/generated/operations.js";
import type { Account, Plan } from "../../../sdk/generated/types.js";
import { call } from "../../kiln.js";
import { Choices } from "../../parts/choices.js";
import { Failed, Skeletons } from "../../parts/states.js";
import { credits, dollars } from "../../words.js";
import { planName } from "./plan-name.js";
import { useCheckout } from "./use-checkout.js";

const plans = queryOptions({
  queryKey: ["plans"],
  queryFn: ({ signal }) => call(billingPlans, {}, { signal }),
  staleTime: 60_000,
});

const INTERVALS = [
  ["month", "Monthly"],
  ["year", "Yearly"],
] as const;
type Interval = (typeof INTERVALS)[number][0];

/** Shows the plans side by side, with prices by the month or by the year. */
export function Plans({ account }: { account: Account }) {
  const { data, error, refetch } = useQuery(plans);
  const [interval, setInterval] = useState<Interval>("month");
  const checkout = useCheckout();
  return (
    <section aria-labelledby="plans" className="plans">
      <header className="section-head">
        <h2 id="plans">Plans</h2>
        <Choices label="Paid" name="plan-interval" options={INTERVALS} value={interval} set={setInterval} />
      </header>
      {error !== null && <Failed error={error} again={refetch} />}
      {checkout.error !== null && <Failed error={checkout.error} />}
      <ul className="plan-cards">
        {data === undefined && error === null && <Skeletons count={3} className="plan" />}
        {data?.plans.map((plan) => (
          <li key={plan.tier} className="card">
            <PlanCard
              plan={plan}
              interval={interval}
              isOwn={plan.tier === account.plan.tier}
              isPending={checkout.isPending}
              take={() => checkout.mutate({ kind: "subscription", tier: plan.tier, interval })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Given {
  plan: Plan;
  interval: Interval;
  isOwn: boolean;
  isPending: boolean;
  take: () => void;
}

function PlanCard({
  plan: { tier, monthlyPriceUsd, discountedMonthlyPriceUsd, monthlyBudgetCredits },
  interval,
  isOwn,
  isPending,
  take,
}: Given) {
  const month = discountedMonthlyPriceUsd ?? monthlyPriceUsd;
  return (
    <>
      <h3>
        {planName(tier)} {isOwn && <span className="badge accent">Your plan</span>}
      </h3>
      <p className="big number">
        {dollars(month)} <span className="soft">a month{interval === "year" && ", less 20 %"}</span>
      </p>
      <p className="soft number">{credits(monthlyBudgetCredits)} each month</p>
      <button
        type="button"
        className="button"
        aria-label={`Choose ${planName(tier)}`}
        aria-disabled={isPending}
        onClick={() => !isPending && take()}
      >
        Choose {planName(tier)}
      </button>
    </>
  );
}
