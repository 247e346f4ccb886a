import { Entity } from "typeorm";
import { At, Flag, Id, Json, Key, LongText } from "../runtime/database/columns.js";
import type { LocaleSetting } from "../contracts/content-locales.js";

/** Locale settings of a project; `id` is the project's. A project without a row has the one locale `en`. */
@Entity("content_settings")
export class ContentSettings {
  @Id()
  id: string;

  @Key()
  defaultLocale: string;

  @Json()
  locales: LocaleSetting[];

  /** Codes of locales that were removed from the list; null means none, or unknown. */
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
