import { ProviderError } from "../provider-error.js";

/** Resolves to what a call throws or rejects with, wrapped in an object; null if it succeeds. */
export async function thrownBy(call: () => Promise<unknown>): Promise<{ thrown: unknown } | null> {
  try {
    await call();
    return null;
  } catch (thrown) {
    return { thrown };
  }
}

/** Returns the failure and the message of a ProviderError. Throws for any other error. */
export function mustBeProviderError(error: unknown): string {
  if (error instanceof ProviderError) return `${error.failure}: ${error.message}`;
  const seen = error instanceof Error ? `${error.name} (${error.message})` : String(error);
  throw new Error(`threw ${seen}, not ProviderError`);
}
