import { useMutation } from "@tanstack/react-query";
import { billingCheckout } from "../../../sdk/generated/operations.js";
import type { BillingCheckoutParams } from "../../../sdk/generated/types.js";
import { randomKey } from "../../../sdk/random-key.js";
import { call } from "../../kiln.js";

/**
 * Returns the mutation that makes a payment link and opens it. The provider charges only after the person has
 * paid there.
 */
export const useCheckout = () =>
  useMutation({
    mutationFn: (order: BillingCheckoutParams) =>
      call(billingCheckout, order, { idempotencyKey: randomKey() }),
    onSuccess: ({ url }) => location.assign(url),
  });
