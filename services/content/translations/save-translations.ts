import type { ContentFields } from "../../../contracts/content-schema.js";
import { isWithinCodePoints } from "../../../contracts/code-points.js";
import { isEmptyValue, isPlainObject, localizedFields } from "../../../contracts/content-values.js";
import { invalidParams } from "../../../contracts/errors.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { textsOf, valueAt } from "../documents/derived-columns.js";
import { type DraftNext, withComputed } from "../documents/compute-before-lock.js";
import { type DraftServices, openDraftServices } from "../documents/draft-services.js";
import type { DraftNow } from "../documents/draft-state.repository.js";
import { fingerprint } from "../documents/fingerprint.js";
import { saveTranslationMemory } from "./translation-memory.repository.js";
import { saveDraftIn } from "../documents/save-draft.js";
import { withFields } from "../documents/with-fields.js";

/** A machine translation of one value, and its source. */
export interface TranslatedValue {
  /** The dotted path of a localized field. */
  path: string;
  value: unknown;
  /** The fingerprint of the source that was translated. */
  sourceHash: string;
  /** The fingerprint of the target when the translation began: a text that came since then stays. */
  targetHash: string;
}

interface Translations {
  documentId: string;
  /** The account on whose behalf the draft is saved. */
  accountId: string;
  /** The locale of the source texts. */
  sourceLocale: string;
  locale: string;
  model: string;
  values: readonly TranslatedValue[];
}

/** Writes one language in a transaction. `settle` gets the paths that were written. */
export type WriteTranslations = (tx: Tx, settle: (paths: string[]) => Promise<void>) => Promise<void>;

type TranslatedNext = DraftNext & { written: TranslatedValue[] };

/**
 * Has the caller's transaction write one language of a document into its draft, and store the sources of the translations
 * (rules/translation 3). `transact` makes the transaction, in which it calls the function that it gets; it may run several
 * times, as what needs a thread is computed before (rules/content 62). What the caller gives as `settle` writes the rows of
 * other areas that belong to the language: the lock of the project's head comes after it, as the last one. Throws
 * `not_found` when the document is gone, `invalid_params` for a text over its field's maxLength, `storage_limit` like
 * `requireRoom`, and `conflict` like `withComputed`; then nothing of the language is saved.
 */
export function saveTranslations(
  host: Host,
  work: Translations,
  transact: (write: WriteTranslations) => Promise<void>,
): Promise<void> {
  const draftServices = openDraftServices(host);
  return withComputed(
    draftServices,
    work.documentId,
    (now) => translated(draftServices, now, work),
    (made) => transact((tx, settle) => write(host, tx, work, { made, settle })),
  );
}

async function translated(
  draftServices: DraftServices,
  now: DraftNow,
  work: Translations,
): Promise<TranslatedNext> {
  const { defaultLocale } = now.typeContext.locales;
  const written = work.values.filter((value) => isWanted(now, work, value));
  for (const { path, value } of written) requireLength(now, work.locale, path, value);
  const fields = written.reduce(
    (draft, { path, value }) => withLocale(draft, path.split("."), work.locale, value, defaultLocale),
    now.document.draft,
  );
  return { ...(await withFields(draftServices, now, fields)), written };
}

interface Parts {
  made: (now: DraftNow) => Promise<TranslatedNext>;
  settle: (paths: string[]) => Promise<void>;
}

async function write(host: Host, tx: Tx, work: Translations, { made, settle }: Parts): Promise<void> {
  const author = { accountId: work.accountId, actor: "translation" as const };
  const saved = await saveDraftIn(host, tx, { documentId: work.documentId, author, kind: "draft" }, made);
  const { locale, model } = work;
  const memories = saved.next.written.map(({ path, value, sourceHash }) => ({
    locale,
    path,
    model,
    sourceHash,
    valueHash: fingerprint(value),
  }));
  await saveTranslationMemory(tx, saved.document, memories);
  await settle(saved.next.written.map(({ path }) => path));
}

/**
 * Tells whether a translation still has its place: the project has the locale, the field is a localized text,
 * there is a source, and nobody wrote into the target meanwhile. A source that was changed meanwhile is no
 * hindrance: the translation is outdated then.
 */
function isWanted(
  { document, typeContext }: DraftNow,
  { sourceLocale, locale }: Translations,
  { path, targetHash }: TranslatedValue,
): boolean {
  const { defaultLocale, locales } = typeContext.locales;
  if (!locales.some(({ code }) => code === locale) || !textsOf(typeContext.schema.fields).includes(path))
    return false;
  const value = valueAt(document.draft, path);
  return (
    !isEmptyValue(inLocale(value, sourceLocale, defaultLocale)) &&
    fingerprint(inLocale(value, locale, defaultLocale) ?? null) === targetHash
  );
}

/**
 * Throws `invalid_params` for a text that is longer than its field allows, because a text that was cut off
 * would have another meaning.
 */
function requireLength({ typeContext }: DraftNow, locale: string, path: string, value: unknown): void {
  const found = localizedFields(typeContext.schema.fields).find((each) => each.path === path);
  const most = found && "maxLength" in found.field ? found.field.maxLength : undefined;
  if (most === undefined || typeof value !== "string" || isWithinCodePoints(value, most)) return;
  throw invalidParams(
    `The model's text for ${path} (${locale}) has ${[...value].length} characters; the field takes ${most}.`,
  );
}

/** Returns the value of a localized field in a locale; a bare value counts for the default locale. */
function inLocale(value: unknown, locale: string, defaultLocale: string): unknown {
  if (isPlainObject(value) && !Object.hasOwn(value, "storageId"))
    return Object.hasOwn(value, locale) ? value[locale] : undefined;
  return locale === defaultLocale ? value : undefined;
}

/** Returns the fields with one localized value set; objects on its path are copied or created. */
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
