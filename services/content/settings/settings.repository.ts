import { FIRST_LOCALES, type Locales } from "../../../contracts/content-locales.js";
import { AUTO_MODEL } from "../../../contracts/content-settings.js";
import { ContentSettings } from "../../../entities/content-settings.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";

export type SettingsRead = Omit<ContentSettings, "id" | "updatedAt">;

const FIRST_SETTINGS: SettingsRead = {
  defaultLocale: FIRST_LOCALES.defaultLocale,
  locales: [...FIRST_LOCALES.locales],
  formerLocales: null,
  brief: "",
  autoTranslateOnPublish: false,
  translationModel: AUTO_MODEL,
};

/** Returns the locale settings of a project, or the defaults where none were set. */
export async function readSettings(read: Reader, projectId: string): Promise<SettingsRead> {
  return (await read.findOne(ContentSettings, { id: projectId })) ?? FIRST_SETTINGS;
}

/** Returns the locales of a project, on which reading and checking its localized values depends. */
export async function readLocales(read: Reader, projectId: string): Promise<Locales> {
  const { defaultLocale, locales } = await readSettings(read, projectId);
  return { defaultLocale, locales };
}

/** Replaces the settings of a project. The caller has locked the project. */
export async function saveSettings(tx: Tx, projectId: string, settings: SettingsRead): Promise<void> {
  const row = { ...settings, updatedAt: Date.now() };
  if (await tx.findOne(ContentSettings, { id: projectId }))
    await tx.update(ContentSettings, { id: projectId }, row);
  else await tx.insert(ContentSettings, { id: projectId, ...row });
}
