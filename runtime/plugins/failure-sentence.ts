import { ProviderError } from "../../plugins/kit/provider-error.js";

/** The number of characters that are kept of a provider's error message. */
const MAX_MESSAGE = 2000;

/**
 * A failure in Kiln's own words instead of the provider's: the message for the caller then ends with what was
 * charged.
 */
export class OwnFailure extends ProviderError {}

export interface FailureSentence {
  message: string;
  /** True if the sentence is the provider's, so that Kiln adds nothing. */
  isProvidersOwn: boolean;
}

/**
 * Returns the sentence of a ProviderError, cut at 2,000 characters because it may be a whole page. Returns
 * `otherwise` if the sentence is empty, and for any other error.
 */
export function failureSentence(error: unknown, otherwise: string): FailureSentence {
  if (!(error instanceof ProviderError)) return { message: otherwise, isProvidersOwn: false };
  const { message } = error as { message: unknown };
  if (typeof message !== "string" || message.trim() === "")
    return { message: otherwise, isProvidersOwn: false };
  return { message: message.slice(0, MAX_MESSAGE), isProvidersOwn: !(error instanceof OwnFailure) };
}

/** Returns the message for the caller: the charge is added to a sentence of Kiln's own. */
export const withCharge = ({ message, isProvidersOwn }: FailureSentence, charged: string): string =>
  isProvidersOwn ? message : `${message} ${charged}`;
