import {
  cancelSubscription,
  checkoutPage,
  completeCheckout as completeCheckoutContract,
  createCheckout,
  getAccount,
  getCredits,
  getProjectLedger,
  getRemaining,
  getUsage,
  listPlans,
  readAskAbove as askAboveContract,
  resumeSubscription,
  stripeWebhook,
} from "../../contracts/billing.js";
import { action } from "../../runtime/actions/action.js";
import type { Area } from "../../runtime/actions/area.js";
import type { Host } from "../../runtime/process/host.js";
import { setCancelAtPeriodEnd } from "./cancel-subscription.js";
import { closeLinks } from "./close-links.js";
import { completeCheckout, showCheckout } from "./complete-checkout.js";
import { confirmEnds } from "./confirm-ends.js";
import { creditGauge } from "./credit-gauge.js";
import { endReplaced } from "./end-replaced.js";
import { listProjectLedger } from "./list-project-ledger.js";
import { listUsage } from "./list-usage.js";
import { readAskAbove } from "./present-budget.js";
import { PLANS } from "./plans.js";
import { readAccount, readCredits, readRemaining } from "./read-account.js";
import { receiveWebhook } from "./receive-webhook.js";
import { requireGateway } from "./require-gateway.js";
import { rollover } from "./rollover-task.js";
import { repeatCheckout, startCheckout } from "./start-checkout.js";
import { UnknownPayments } from "./unknown-payments.js";

export default function billing(host: Host): Area {
  const periods = rollover(host);
  const ends = confirmEnds(host);
  const unknown = new UnknownPayments();
  let hide: (() => void)[] = [];
  return {
    name: "billing",
    actions: [
      action(getAccount, { run: (context) => readAccount(host, context) }),
      action(getCredits, { run: (context) => readCredits(host, context) }),
      action(listPlans, { run: async () => ({ plans: [...PLANS] }) }),
      action(getUsage, { run: (context, page) => listUsage(host, context, page) }),
      action(getProjectLedger, { run: (context, query) => listProjectLedger(host, context, query) }),
      action(getRemaining, { run: (_context, { accountIds }) => readRemaining(host, accountIds) }),
      action(askAboveContract, {
        run: async (_context, { id }) => ({ credits: await readAskAbove(host.read, id) }),
      }),
      action(createCheckout, {
        allow: () => void requireGateway(host),
        run: (context, request) => startCheckout(host, context, request),
        replay: (context, checkoutId) => repeatCheckout(host, context, checkoutId),
      }),
      action(cancelSubscription, {
        run: (context) => setCancelAtPeriodEnd(host, context, true),
      }),
      action(resumeSubscription, {
        allow: () => void requireGateway(host),
        run: (context) => setCancelAtPeriodEnd(host, context, false),
      }),
      action(stripeWebhook, { run: (_context, message) => receiveWebhook(host, "stripe", message, unknown) }),
      action(checkoutPage, { run: (_context, link) => showCheckout(host, link) }),
      action(completeCheckoutContract, { run: (_context, link) => completeCheckout(host, link) }),
    ],
    tasks: [periods.handler, ends.handler, endReplaced(host), closeLinks(host)],
    started: async () => {
      hide = [creditGauge(host), unknown.gauge].map((gauge) => host.gauges.show(gauge));
      await periods.start();
      await ends.start();
    },
    stopped: async () => {
      for (const one of hide) one();
    },
  };
}
