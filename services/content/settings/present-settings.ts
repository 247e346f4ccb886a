import type { ContentSettingsView } from "../../../contracts/content-settings.js";
import type { SettingsRead } from "./settings.repository.js";

/** Settings as the contract has them. */
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
