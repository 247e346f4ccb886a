interface Submission {
  params: Readonly<Record<string, unknown>>;
}
interface Priced {
  kind: string;
  pricing: { creditsPerThousandChars?: number | null | undefined };
}

/**
 * Returns the part of the submissions that the price depends on; for most models the prompt does not count.
 */
export function pricedText(submissions: readonly Submission[] | null, { kind, pricing }: Priced): string {
  const isByText = kind === "audio" || (pricing.creditsPerThousandChars ?? null) !== null;
  const withoutPrompt = ({ params, ...rest }: Submission) => ({
    ...rest,
    params: { ...params, prompt: null },
  });
  return JSON.stringify(isByText || submissions === null ? submissions : submissions.map(withoutPrompt));
}
