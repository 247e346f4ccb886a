import { type Failure, ProviderError } from "../../plugins/kit/provider-error.js";

/** The number of characters that are kept of a provider's error message. */
const MAX_MESSAGE = 2000;

/**
 * A failure in Kiln's own words instead of the provider's: the message for the caller then ends with what was
 * charged.
 */
export class OwnFailure extends ProviderError {}

/**
 * The sentences of failures that are about the operator's account at the upstream. What the upstream says of them
 * may name keys, organisations and invoices, so the caller does not read it; the log has it.
 */
const OF_THE_ACCOUNT: Partial<Record<Failure, string>> = {
  provider_auth: "The provider did not accept the credentials of this deployment.",
  provider_balance: "The account of this deployment at the provider cannot pay for this.",
  rate_limited: "The provider takes no more requests of this deployment at the moment.",
};

export interface FailureSentence {
  message: string;
  /** True if the sentence is the provider's, so that Kiln adds nothing. */
  isProvidersOwn: boolean;
}

/**
 * Returns the sentence of a ProviderError, cut at 2,000 characters because it may be a whole page. Returns
 * Kiln's own for a failure that is about the operator's account, `otherwise` if the sentence is empty, and for
 * any other error.
 */
export function failureSentence(error: unknown, otherwise: string): FailureSentence {
  if (!(error instanceof ProviderError)) return { message: otherwise, isProvidersOwn: false };
  const { message } = error as { message: unknown };
  const ofAccount = error instanceof OwnFailure ? undefined : OF_THE_ACCOUNT[error.failure];
  if (ofAccount !== undefined) return { message: ofAccount, isProvidersOwn: false };
  if (typeof message !== "string" || message.trim() === "")
    return { message: otherwise, isProvidersOwn: false };
  return { message: message.slice(0, MAX_MESSAGE), isProvidersOwn: !(error instanceof OwnFailure) };
}

/** Returns the message for the caller: the charge is added to a sentence of Kiln's own. */
export const withCharge = ({ message, isProvidersOwn }: FailureSentence, charged: string): string =>
  isProvidersOwn ? message : `${message} ${charged}`;
