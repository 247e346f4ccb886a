import type { ContentSettingsView } from "../../../contracts/content-settings.js";
import type { SettingsRead } from "./settings.repository.js";

/** Returns settings in the form of the contract. */
export const presentSettings = ({
  defaultLocale,
  locales,
  brief,
  autoTranslateOnPublish,
  translationModel,
}: SettingsRead): ContentSettingsView => ({
  defaultLocale,
  locales,
  translation: { brief, autoTranslateOnPublish, model: translationModel },
});
