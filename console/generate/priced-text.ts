interface Submission {
  params: Readonly<Record<string, unknown>>;
}
interface Priced {
  kind: string;
  pricing: { creditsPerThousandChars?: number | null | undefined };
}

/** Submissions as far as they say what they cost: most prices do not follow from how a prompt is worded. */
export function pricedText(submissions: readonly Submission[] | null, { kind, pricing }: Priced): string {
  const isByText = kind === "audio" || (pricing.creditsPerThousandChars ?? null) !== null;
  const withoutPrompt = ({ params, ...rest }: Submission) => ({
    ...rest,
    params: { ...params, prompt: null },
  });
  return JSON.stringify(isByText || submissions === null ? submissions : submissions.map(withoutPrompt));
}
