import {
  checkoutPage,
  completeCheckout as completeCheckoutContract,
  createCheckout,
  getAccount,
  getCredits,
  getUsage,
  listPlans,
} from "../../contracts/billing.js";
import { action } from "../../runtime/action.js";
import type { Area } from "../../runtime/area.js";
import type { Host } from "../../runtime/host.js";
import { completeCheckout, showCheckout } from "./complete-checkout.js";
import { listUsage } from "./list-usage.js";
import { PLANS } from "./plans.js";
import { readAccount, readCredits } from "./read-account.js";
import { requireGateway } from "./require-gateway.js";
import { repeatCheckout, startCheckout } from "./start-checkout.js";

export default function billing(host: Host): Area {
  return {
    name: "billing",
    actions: [
      action(getAccount, { run: (context) => readAccount(host, context) }),
      action(getCredits, { run: (context) => readCredits(host, context) }),
      action(listPlans, { run: async () => ({ plans: [...PLANS] }) }),
      action(getUsage, { run: (context, page) => listUsage(host, context, page) }),
      action(createCheckout, {
        allow: () => requireGateway(host.config.billing),
        run: (context, request) => startCheckout(host, context, request),
        replay: (context, checkoutId) => repeatCheckout(host, context, checkoutId),
      }),
      action(checkoutPage, { run: (_context, link) => showCheckout(host, link) }),
      action(completeCheckoutContract, { run: (_context, link) => completeCheckout(host, link) }),
    ],
  };
}
