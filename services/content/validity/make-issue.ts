import { shortened } from "../../../contracts/code-points.js";
import type { ContentIssue, IssueCode } from "../../../contracts/content-schema.js";

/** The path of a value in the draft, and its locale. */
export interface ValueLocation {
  path: string;
  locale?: string;
}

/** The most characters of a path, and of a message. A path of the longest names of fields has fewer. */
const MAX_TEXT = 500;
/** The most characters of a locale; a valid code has fewer. */
const MAX_LOCALE = 60;
/** The most options, or types of documents, that a message names. */
const MAX_NAMED = 20;
/** The most characters of these options together, so that the rest of the message is not cut. */
const MAX_NAMED_TEXT = 250;

/** Makes an issue. Keys of a draft are as long as a caller likes, and an answer has 200 issues: each is cut (rules/content 22). */
export function makeIssue(
  { path: at, locale: code }: ValueLocation,
  issueCode: IssueCode,
  message: string,
): ContentIssue {
  const path = shortened(at, MAX_TEXT);
  const locale = code === undefined ? undefined : shortened(code, MAX_LOCALE);
  const location = locale === undefined ? path : `${path} (${locale})`;
  return {
    path,
    code: issueCode,
    message: shortened(`${location} ${message}.`, MAX_TEXT),
    ...(locale !== undefined && { locale }),
  };
}

/**
 * Lists alternatives for a message: the first 20, of 250 characters together; if there are more, also the number of all
 * `what`. `shown` gives the form in which the message shows one.
 */
export function oneOf(
  alternatives: readonly string[],
  what: string,
  shown: (alternative: string) => string = (alternative) => alternative,
): string {
  const named: string[] = [];
  let length = 0;
  for (const alternative of alternatives.slice(0, MAX_NAMED).map(shown)) {
    length += alternative.length;
    if (named.length > 0 && length > MAX_NAMED_TEXT) break;
    named.push(alternative);
  }
  const list = named.join(" or ");
  return named.length === alternatives.length ? list : `${list} or another of ${alternatives.length} ${what}`;
}

/** Returns an id as a message shows it: cut, since a caller may have made up a long one. */
export const shownId = (id: string): string => shortened(id, MAX_LOCALE);
