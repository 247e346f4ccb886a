import type { PaymentEvent } from "../../plugins/kit/payment-gateway.js";
import type { GaugeSource } from "../../runtime/process/gauges.js";
import type { Host } from "../../runtime/process/host.js";

/** Tells the operator of money that a gateway took and that this deployment can give to nobody (rules/billing 45). */
export class UnknownPayments {
  readonly #sums = new Map<string, number>();

  /** Logs the event of a payment as an error, and counts it. */
  note({ log }: Pick<Host, "log">, gateway: string, event: PaymentEvent): void {
    this.#sums.set(gateway, (this.#sums.get(gateway) ?? 0) + 1);
    log.error(
      { gateway, event },
      "A payment was taken for a subscription that no account has. Refund it, or grant its credits by hand.",
    );
  }

  get gauge(): GaugeSource {
    return {
      name: "kiln_payments_unknown_total",
      help: "Payments that a gateway reported since this process started, and whose subscription no account has, by gateway.",
      labels: ["gateway"],
      read: () => [...this.#sums].map(([gateway, value]) => ({ labels: { gateway }, value })),
    };
  }
}
