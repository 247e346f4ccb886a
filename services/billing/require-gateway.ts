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

/**
 * Translates a gateway's failure for people who wait for an answer, and returns any other error unchanged
 * (rules/billing 44). Only the log says why a gateway refused, because the reason concerns the operator.
 */
export function fromGateway({ log }: Pick<Host, "log">, error: unknown): unknown {
  if (!(error instanceof PaymentError)) return error;
  switch (error.failure) {
    case "bad_signature":
      return badSignature(error);
    case "gone":
      return new ServiceError("conflict", "The subscription is over already.", { cause: error });
    case "refused":
      log.error({ err: error }, "The payment gateway refused a request.");
      return new ServiceError(
        "conflict",
        "The payment provider refused this request and would refuse it again. No money moved. The operator of this deployment finds the reason in its log.",
        { cause: error },
      );
    case "unavailable":
      return unavailable(error, "The payment provider cannot be reached. No money moved.");
  }
}

/**
 * Translates the failure to read a gateway's message. All but a bad signature become `unavailable`, so that
 * the gateway sends the message again.
 */
export function fromReceipt({ log }: Pick<Host, "log">, error: unknown): unknown {
  if (!(error instanceof PaymentError)) return error;
  if (error.failure === "bad_signature") return badSignature(error);
  log.error({ err: error }, "A message of the payment gateway could not be read.");
  return unavailable(error, "The message cannot be read now. Send it again.");
}

const badSignature = (error: PaymentError) =>
  new ServiceError("invalid_params", error.message, { cause: error });

const unavailable = (error: PaymentError, sentence: string) =>
  new ServiceError("unavailable", sentence, { details: { retryAfterSeconds: 30 }, cause: error });
