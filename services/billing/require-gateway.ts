import { ServiceError } from "../../contracts/errors.js";
import type { Config } from "../../runtime/config/load-config.js";

/** Buying needs a gateway. Throws `forbidden` with BILLING=off, `unavailable` while Stripe has no driver. */
export function requireGateway(billing: Config["billing"]): void {
  if (billing === "off")
    throw new ServiceError("forbidden", "Buying credits is switched off on this deployment.");
  if (billing === "stripe") {
    throw new ServiceError(
      "unavailable",
      "This version cannot take payments by Stripe yet. No link was made and no money moved.",
      {
        details: { retryAfterSeconds: 3600 },
      },
    );
  }
}
