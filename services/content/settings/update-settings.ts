import type { ParamsOf } from "../../../contracts/contract.js";
import type { SentLocale, updateSettings as contract } from "../../../contracts/content-settings.js";
import type { Locales, LocaleSetting } from "../../../contracts/content-locales.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { joinProject } from "../../projects/index.js";
import { isSame } from "../draft/plain-value.js";
import { type SchemaFacts, transactWithFacts } from "../types/schema-facts.js";
import { findTypeVersions } from "../types/type.repository.js";
import { readSettings, saveSettings, type SettingsRead } from "./settings.repository.js";
import { recordChanges } from "../../changes/index.js";
import { hasLocalizedTitle, planRefresh, refreshNow } from "../types/refresh-documents.js";
import { checkLocales } from "./check-locales.js";

type Params = ParamsOf<typeof contract>;

/**
 * Changes the given settings; the list of locales is replaced as a whole. Documents keep their values in
 * removed locales (rules/content 21). Writers take turns at the project's row. Throws `invalid_params` for
 * locales that do not fit.
 */
export async function updateSettings(host: Host, accountId: string, params: Params): Promise<SettingsRead> {
  const { settings, refreshed } = await change(host, accountId, params);
  await refreshNow(host, refreshed);
  return settings;
}

interface Changed {
  settings: SettingsRead;
  /** The ids of types whose documents change their title. */
  refreshed: string[];
}

function change(
  host: Pick<Host, "longRead" | "transact" | "tasks">,
  accountId: string,
  { projectId, defaultLocale, locales, translation = {} }: Params,
): Promise<Changed> {
  return transactWithFacts<boolean, Changed>(host, async (tx, facts) => {
    await joinProject(tx, { projectId, accountId });
    const current = await readSettings(tx, projectId);
    const next: SettingsRead = {
      defaultLocale: defaultLocale ?? current.defaultLocale,
      locales: locales?.map(toSetting) ?? current.locales,
      formerLocales: current.formerLocales,
      brief: translation.brief ?? current.brief,
      autoTranslateOnPublish: translation.autoTranslateOnPublish ?? current.autoTranslateOnPublish,
      translationModel: translation.model ?? current.translationModel,
    };
    checkLocales(next);
    next.formerLocales = formerOf(current, next);
    await saveSettings(tx, projectId, next);
    const refreshed =
      current.defaultLocale === next.defaultLocale ? [] : await refresh(host, tx, facts, projectId);
    // Delivery does not read the other settings.
    if (!isSame(localesOf(current), localesOf(next)))
      recordChanges(tx, projectId, [{ kind: "settings", isPublished: true }]);
    return { settings: next, refreshed };
  });
}

/**
 * Plans the refresh of types with a localized title field: their documents are named by its text in the
 * default locale.
 */
async function refresh(
  host: Pick<Host, "tasks">,
  tx: Tx,
  facts: SchemaFacts<boolean>,
  projectId: string,
): Promise<string[]> {
  const types = await findTypeVersions(tx, projectId);
  const isTitled = facts.of(types, hasLocalizedTitle);
  const typeIds = types.filter((_type, at) => isTitled[at]).map(({ id }) => id);
  await planRefresh(host, tx, { projectId, typeIds });
  return typeIds;
}

const MAX_FORMER = 1000;

/** Returns the removed codes; those that were removed last come first. */
function formerOf(before: SettingsRead, { locales }: Locales): string[] {
  const codes = new Set(locales.map(({ code }) => code));
  const gone = [...before.locales.map(({ code }) => code), ...(before.formerLocales ?? [])];
  return [...new Set(gone)].filter((code) => !codes.has(code)).slice(0, MAX_FORMER);
}

const toSetting = ({ code, title, fallback, required }: SentLocale): LocaleSetting => ({
  code,
  title: title ?? code,
  fallback: fallback ?? null,
  required,
});

const localesOf = ({ defaultLocale, locales }: Locales): Locales => ({ defaultLocale, locales });
