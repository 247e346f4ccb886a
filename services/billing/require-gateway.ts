import { ServiceError } from "../../contracts/errors.js";
import { PaymentError, type PaymentGateway } from "../../plugins/kit/payment-gateway.js";
import type { Host } from "../../runtime/process/host.js";

/** Returns the gateway that `BILLING` names. Throws `forbidden` with `BILLING=off`. */
export function requireGateway(host: Pick<Host, "config" | "plugins">): PaymentGateway {
  const { billing } = host.config;
  if (billing === "off")
    throw new ServiceError("forbidden", "Buying credits is switched off on this deployment.");
  return gatewayNamed(host, billing);
}

/** Returns the gateway with this id. Throws `unavailable` if no loaded plugin provides it. */
export function gatewayNamed(host: Pick<Host, "plugins">, id: string): PaymentGateway {
  const gateway = host.plugins.get("paymentGateway", id);
  if (gateway === undefined)
    throw new ServiceError("unavailable", `The payment gateway ${id} is not configured on this deployment.`, {
      details: { retryAfterSeconds: 3600 },
    });
  return gateway;
}

/** Translates a gateway's failure for callers and returns any other error unchanged. */
export function fromGateway(error: unknown): unknown {
  if (!(error instanceof PaymentError)) return error;
  switch (error.failure) {
    case "bad_signature":
      return new ServiceError("invalid_params", error.message, { cause: error });
    case "gone":
      return new ServiceError("conflict", "The subscription is over already.", { cause: error });
    case "refused":
    case "unavailable":
      return new ServiceError("unavailable", "The payment provider cannot be reached. No money moved.", {
        details: { retryAfterSeconds: 30 },
        cause: error,
      });
  }
}
