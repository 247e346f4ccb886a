import { Entity } from "typeorm";
import { At, Flag, Id, Json, Key, LongText } from "../runtime/database/columns.js";
import type { LocaleSetting } from "../contracts/content-locales.js";

/** Locale settings of a project; `id` is the project's. No row: one locale, `en`. */
@Entity("content_settings")
export class ContentSettings {
  @Id()
  id: string;

  @Key()
  defaultLocale: string;

  @Json()
  locales: LocaleSetting[];

  /** Codes of locales that were taken out of the list; null: none, or nobody knows. */
  @Json({ nullable: true })
  formerLocales: string[] | null;

  @LongText()
  brief: string;

  @Flag()
  autoTranslateOnPublish: boolean;

  /** A text model's id, or `auto`. */
  @Key()
  translationModel: string;

  @At()
  updatedAt: number;
}
