import { getCredits as contract } from "../../../contracts/billing.js";
import { defineTool, LOOKS } from "../tool.js";

export const getCredits = defineTool({
  name: "get_credits",
  title: "Get credits",
  description:
    "The account's credits: monthlyBudgetCredits of each month, purchasedCredits that never expire, spentCreditsThisPeriod, and remainingCredits, which is what can still be spent. Call it before expensive work.",
  contract,
  input: contract.params,
  buying: { says: "100 credits are 1 US dollar." },
  annotations: LOOKS,
  run: (call) => call.call(contract, {}),
});
