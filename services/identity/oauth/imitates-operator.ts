/** What reads alike, by the letter that it reads as. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[κкĸκ]/gu, "k"],
  [/[ií1|!lıіιɩιӏ]/gu, "l"],
  [/[nηпռո]/gu, "n"],
  [/[0оο]/gu, "o"],
  [/[3еε]/gu, "e"],
  [/[@аα]/gu, "a"],
];

const skeleton = (text: string): string =>
  ALIKE.reduce(
    (read, [signs, letter]) => read.replaceAll(signs, letter),
    text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase(),
  );

/**
 * Whether an app calls itself what a person would take for this service: its name or its host, also in letters that only look
 * like them. Whoever reads the consent page must not think that nobody else is there.
 */
export function imitatesOperator(name: string, baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  const read = skeleton(name);
  const words = read.split(/[^\p{L}]+/u);
  const isSpelledOut = read.replaceAll(/[^\p{L}]/gu, "").startsWith(skeleton("kiln"));
  return isSpelledOut || words.includes(skeleton("kiln")) || read.includes(skeleton(hostname));
}
