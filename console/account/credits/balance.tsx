import { useMutation, useQueryClient } from "@tanstack/react-query";
import { billingCancelSubscription, billingResumeSubscription } from "../../../sdk/generated/operations.js";
import type { Account } from "../../../sdk/generated/types.js";
import { canBuy } from "../../buying.js";
import { call } from "../../kiln.js";
import { Failed } from "../../parts/states.js";
import { useSay } from "../../shell/toasts.js";
import { credits, day, wholeNumber } from "../../words.js";
import { planName } from "./plan-name.js";

/** Shows the remaining credits and the plan that they come from. */
export function Balance({ account: { remainingCredits, user, plan } }: { account: Account }) {
  const isOnPlan = plan.tier !== "none";
  return (
    <section className="card credit-card" aria-labelledby="balance">
      <h2 id="balance">Balance</h2>
      <p className="big number">
        {wholeNumber(remainingCredits)} <span className="soft">credits left</span>
      </p>
      <dl className="facts number">
        {isOnPlan && (
          <div>
            <dt>Granted this month</dt>
            <dd>{wholeNumber(plan.monthlyBudgetCredits)}</dd>
          </div>
        )}
        <div>
          <dt>Received, without expiry</dt>
          <dd>{wholeNumber(user.purchasedCredits)}</dd>
        </div>
        <div>
          <dt>Spent this month</dt>
          <dd>{wholeNumber(user.spentCreditsThisPeriod)}</dd>
        </div>
      </dl>
      {isOnPlan && <OwnPlan user={user} plan={plan} />}
    </section>
  );
}

/**
 * Shows the plan with its end or its next grant. Resuming the plan takes a cancellation back until its end.
 */
function OwnPlan({ user, plan }: Pick<Account, "user" | "plan">) {
  const client = useQueryClient();
  const say = useSay();
  const again = () => void client.invalidateQueries({ queryKey: ["account"] });
  const resume = useMutation({
    mutationFn: () => call(billingResumeSubscription, {}),
    onSuccess: () => {
      say("The plan goes on.");
      again();
    },
  });
  const cancel = useMutation({
    mutationFn: () => call(billingCancelSubscription, {}),
    onSuccess: ({ subscription }) => {
      again();
      say(`The plan ends on ${day(subscription.paidUntil)}.`, {
        undo: () => resume.mutate(),
      });
    },
  });
  const act = user.cancelAtPeriodEnd ? resume : cancel;
  return (
    <div className="own-plan">
      <p>
        <strong>{planName(plan.tier)}</strong>, {credits(plan.monthlyBudgetCredits)} a month.{" "}
        {user.cancelAtPeriodEnd
          ? "It ends with what is paid."
          : user.currentPeriodEnd !== null && `The next credits come on ${day(user.currentPeriodEnd)}.`}
      </p>
      {user.pastDue && canBuy() && (
        <p className="wrong-text">
          The last payment could not be taken and will be tried again. Check your means of payment to keep the
          plan.
        </p>
      )}
      {act.error !== null && <Failed error={act.error} />}
      {(!user.cancelAtPeriodEnd || canBuy()) && (
        <button
          type="button"
          className="button small"
          aria-disabled={act.isPending}
          onClick={() => !act.isPending && act.mutate()}
        >
          {user.cancelAtPeriodEnd ? "Keep the plan" : "Cancel the plan"}
        </button>
      )}
    </div>
  );
}
