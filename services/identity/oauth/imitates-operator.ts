import { normalizeText } from "../../../contracts/normalize-text.js";

/** Characters that look alike, with the letter that each set looks like. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[κкĸᴋⲕꓗҝқԟ]/gu, "k"],
  [/[ií1|!lıіιɩɪʟɭłⲓӏꓲꓡ]/gu, "l"],
  [/[nηνпռոɴŋɲⲛꓠ]/gu, "n"],
  [/[0оοᴏ]/gu, "o"],
  [/[3еεᴇ]/gu, "e"],
  [/[@аαᴀ]/gu, "a"],
];

/** First code points of the alphabets of boxed letters and flag letters, each in the order from A. */
const DRAWN = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6];

const undrawn = (text: string): string =>
  text.replaceAll(/[\u{1F130}-\u{1F189}\u{1F1E6}-\u{1F1FF}]/gu, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    const first = DRAWN.findLast((each) => each <= code) ?? code;
    return code - first < 26 ? String.fromCharCode(0x61 + code - first) : sign;
  });

const skeleton = (text: string): string =>
  ALIKE.reduce(
    (read, [signs, letter]) => read.replaceAll(signs, letter),
    normalizeText(undrawn(text), "NFKD").replaceAll(/\p{M}/gu, "").toLowerCase(),
  );

/**
 * Returns true for an app's name that a person would take for this service: its name or its host, also in
 * letters that only look like them. A person who reads the consent page must see that another party is
 * involved.
 */
export function imitatesOperator(name: string, baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  const read = skeleton(name);
  const words = read.split(/[^\p{L}]+/u);
  const isSpelledOut = read.replaceAll(/[^\p{L}]/gu, "").startsWith(skeleton("kiln"));
  return isSpelledOut || words.includes(skeleton("kiln")) || read.includes(skeleton(hostname));
}
