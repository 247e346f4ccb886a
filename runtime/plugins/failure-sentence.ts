import { ProviderError } from "../../plugins/kit/provider-error.js";

/** What an error message of a provider is cut at. */
const MAX_MESSAGE = 2000;

/** A failure in Kiln's own words, as against a sentence of the provider: what the caller reads of it ends with what was charged. */
export class OwnFailure extends ProviderError {}

export interface FailureSentence {
  message: string;
  /** The provider said it, so Kiln adds nothing. */
  isProvidersOwn: boolean;
}

/** What is told of a failure: the sentence of a ProviderError, which may be a page or nothing, else `otherwise`. */
export function failureSentence(error: unknown, otherwise: string): FailureSentence {
  if (!(error instanceof ProviderError)) return { message: otherwise, isProvidersOwn: false };
  const { message } = error as { message: unknown };
  if (typeof message !== "string" || message.trim() === "")
    return { message: otherwise, isProvidersOwn: false };
  return { message: message.slice(0, MAX_MESSAGE), isProvidersOwn: !(error instanceof OwnFailure) };
}

/** What the caller reads: behind a sentence of Kiln's own stands what was charged. */
export const withCharge = ({ message, isProvidersOwn }: FailureSentence, charged: string): string =>
  isProvidersOwn ? message : `${message} ${charged}`;
