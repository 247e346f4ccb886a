import { Balance } from "../../entities/balance.js";
import type { PaymentEvent } from "../../plugins/kit/payment-gateway.js";
import type { Host } from "../../runtime/host.js";
import { postMail } from "../../runtime/mail/post-mail.js";
import type { Tx } from "../../runtime/transaction.js";

/** Mails the account that a payment failed, once for each time that its plan becomes past due. */
export async function tellPastDue(host: Host, tx: Tx, event: PaymentEvent): Promise<void> {
  const subscription =
    event.kind === "subscription.changed"
      ? event.state.id
      : event.kind === "subscription.past-due"
        ? event.subscription
        : null;
  const balance = subscription === null ? null : await tx.findOne(Balance, { subscription });
  if (balance === null) return;
  const link = `${host.baseUrl}/billing`;
  await postMail(host, tx, {
    to: { accountId: balance.id },
    subject: "Your payment failed",
    link,
    text: `The payment for your Kiln plan ${balance.tier} could not be taken.
Your plan and your credits stay for now, and the payment will be tried again. To keep the plan,
check your means of payment:

${link}
`,
  });
}
