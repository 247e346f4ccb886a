import { createHash } from "node:crypto";
import { cutCodePoints } from "../../../contracts/code-points.js";
import type { ContentFields, ContentSchema, FieldDefinition } from "../../../contracts/content-schema.js";
import { isEmptyValue, isPlainObject, localizedFields } from "../../../contracts/content-values.js";
import { foldForSearch, SEARCHED_LENGTH } from "../../../contracts/search-text.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import { titleOf } from "./present-document.js";

export type DerivedColumns = Pick<
  ContentDocument,
  "title" | "titleKey" | "searchTitle" | "filled" | "filledHash"
>;

/** The key of a document without a title, which sorts after every title. */
const NO_TITLE = "\u{10ffff}";

/** The length of the column of keys. */
const KEY_LENGTH = 191;

/** Returns the columns by which lists filter and sort, from the draft, the schema and the default locale. */
export function derivedColumns(
  schema: ContentSchema,
  defaultLocale: string,
  draft: ContentFields,
): DerivedColumns {
  const whole = titleOf(schema, defaultLocale, draft);
  const title = whole === null ? null : cutCodePoints(whole, SEARCHED_LENGTH);
  const filled = filledOf(schema, draft);
  return {
    title,
    titleKey: title === null ? NO_TITLE : cutCodePoints(title, KEY_LENGTH),
    searchTitle: title === null ? "" : foldForSearch(title),
    filled,
    filledHash: createHash("sha256").update(filled).digest("hex"),
  };
}

/** The mark of a value that was saved before its field was localized; it counts for the default locale. */
const BARE = "*";

/** The form of a locale code; other keys of a map are issues of the draft. */
const CODE = /^[A-Za-z0-9-]{1,64}$/;

/**
 * Returns the locales in which each localized text of a draft is filled: `body:de,en;seo.title:en`. Drafts
 * that lack the same translations have the same value, so lists find them without reading the drafts.
 */
function filledOf(schema: ContentSchema, draft: ContentFields): string {
  return textsOf(schema.fields)
    .flatMap((path) => {
      const value = valueAt(draft, path);
      const codes = isPlainObject(value)
        ? Object.keys(value).filter((code) => CODE.test(code) && !isEmptyValue(value[code]))
        : isEmptyValue(value)
          ? []
          : [BARE];
      return codes.length === 0 ? [] : [`${path}:${codes.toSorted().join(",")}`];
    })
    .join(";");
}

/** Parses a `filled` column: returns the locales that have a text, by the text's path. */
export const readFilled = (filled: string, defaultLocale: string): Map<string, string[]> =>
  new Map(
    filled
      .split(";")
      .filter((entry) => entry !== "")
      .map((entry) => {
        const [path = "", codes = ""] = entry.split(":");
        return [path, codes.split(",").map((code) => (code === BARE ? defaultLocale : code))];
      }),
  );

/** Returns the paths of the localized texts of a schema; media is no text (rules/translation 4). */
export const textsOf = (fields: readonly FieldDefinition[]): string[] =>
  localizedFields(fields)
    .filter(({ field }) => field.type !== "media")
    .map(({ path }) => path);

/** Returns the value at a path of field names, or undefined where there is none. */
export function valueAt(draft: ContentFields, path: string): unknown {
  let value: unknown = draft;
  for (const name of path.split("."))
    value = isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}
