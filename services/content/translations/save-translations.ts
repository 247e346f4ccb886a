import type { ContentFields } from "../../../contracts/content-schema.js";
import { isPlainObject } from "../../../contracts/content-empty.js";
import type { Host } from "../../../runtime/host.js";
import type { Tx } from "../../../runtime/transaction.js";
import { valueAt } from "../documents/derived-columns.js";
import { openDesk } from "../documents/desk.js";
import { fingerprint } from "../documents/fingerprint.js";
import { remember } from "../documents/remember.js";
import { saveDraftIn } from "../documents/save-draft.js";
import { withFields } from "../documents/with-fields.js";

/** A machine translation of one value, and its source. */
export interface TranslatedValue {
  /** Dotted path of a localized field. */
  path: string;
  value: unknown;
  /** Fingerprint of the source that was translated. */
  sourceHash: string;
  /** Fingerprint of the target when the translation began: what somebody wrote meanwhile stays. */
  targetHash: string;
}

interface Translations {
  documentId: string;
  /** The account on whose behalf the draft is saved. */
  accountId: string;
  locale: string;
  model: string;
  values: readonly TranslatedValue[];
}

/**
 * Writes the translations into one language into a document's draft, in the caller's transaction, and stores their
 * sources (decisions 10, translation memory). Returns the paths that were written; a value whose target changed
 * meanwhile is skipped. Throws `not_found` when the document is gone.
 */
export async function saveTranslations(host: Host, tx: Tx, work: Translations): Promise<string[]> {
  const desk = openDesk(host);
  const saved = await saveDraftIn(
    tx,
    { documentId: work.documentId, authorId: work.accountId, kind: "draft" },
    async (now) => {
      const { defaultLocale } = now.frame.locales;
      const before = now.document.draft;
      const current = (path: string) => inLocale(valueAt(before, path), work.locale, defaultLocale);
      const written = work.values.filter(
        ({ path, targetHash }) => fingerprint(current(path) ?? null) === targetHash,
      );
      const fields = written.reduce(
        (draft, { path, value }) => withLocale(draft, path.split("."), work.locale, value, defaultLocale),
        before,
      );
      return { ...(await withFields(desk, now, fields)), written };
    },
  );
  const { locale, model } = work;
  const memories = saved.next.written.map(({ path, value, sourceHash }) => ({
    locale,
    path,
    model,
    sourceHash,
    valueHash: fingerprint(value),
  }));
  await remember(tx, saved.document, memories);
  return saved.next.written.map(({ path }) => path);
}

/** The value of a localized field in a locale; a bare value counts for the default locale. */
function inLocale(value: unknown, locale: string, defaultLocale: string): unknown {
  if (isPlainObject(value) && !Object.hasOwn(value, "storageId"))
    return Object.hasOwn(value, locale) ? value[locale] : undefined;
  return locale === defaultLocale ? value : undefined;
}

/** The fields with one localized value set; objects on its path are copied or created. */
function withLocale(
  fields: ContentFields,
  [name = "", ...rest]: readonly string[],
  locale: string,
  value: unknown,
  defaultLocale: string,
): ContentFields {
  const current = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (rest.length > 0)
    return {
      ...fields,
      [name]: withLocale(isPlainObject(current) ? current : {}, rest, locale, value, defaultLocale),
    };
  const isBare = current !== undefined && current !== null && !isPlainObject(current);
  const map = isPlainObject(current) ? current : isBare ? { [defaultLocale]: current } : {};
  return { ...fields, [name]: { ...map, [locale]: value } };
}
