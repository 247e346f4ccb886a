import { ProviderError } from "../provider-error.js";

/** What a call throws, wrapped, at once or as a rejection; null when it goes well. */
export async function thrownBy(call: () => Promise<unknown>): Promise<{ thrown: unknown } | null> {
  try {
    await call();
    return null;
  } catch (thrown) {
    return { thrown };
  }
}

/** Throws unless the error is a ProviderError; gives its class and message. */
export function mustBeProviderError(error: unknown): string {
  if (error instanceof ProviderError) return `${error.failure}: ${error.message}`;
  const seen = error instanceof Error ? `${error.name} (${error.message})` : String(error);
  throw new Error(`threw ${seen}, not ProviderError`);
}
