/**
 * Returns a function that labels voices in the order in which they are first heard: A, B, … Z, AA. A voice
 * that is no text, or an empty one, gets no label.
 */
export function speakerLabels(): (voice: unknown) => { speaker?: string } {
  const known = new Map<string, string>();
  return (voice) => {
    if (typeof voice !== "string" || voice === "") return {};
    const label = known.get(voice) ?? letters(known.size);
    known.set(voice, label);
    return { speaker: label };
  };
}

const letters = (at: number): string =>
  (at < 26 ? "" : letters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
