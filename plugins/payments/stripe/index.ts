import { definePlugin } from "../../kit/define-plugin.js";
import { StripeGateway } from "./stripe-gateway.js";

/** Payments by Stripe (`BILLING=stripe`): its own pages take the money, its signed events say so. */
export default definePlugin({
  name: "payments-stripe",
  version: "1.0.0",
  provides: {
    paymentGateway: (host) => {
      const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = host.env;
      if (!secretKey || !webhookSecret) return null;
      return new StripeGateway({
        secretKey,
        webhookSecret,
        apiBase: host.env.STRIPE_API_BASE || null,
        // The origin is known only once the port is.
        baseUrl: () => host.baseUrl,
        log: host.log,
      });
    },
  },
});
