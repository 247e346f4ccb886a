import { Entity, Index } from "typeorm";
import { At, Hash, Id, LongText, Ref, Key } from "../runtime/database/columns.js";

/** The record of one machine-translated value of a draft and of its source text (rules/translation 3). */
@Entity("content_translations")
@Index("UQ_content_translations_value", ["documentId", "locale", "pathHash"], { unique: true })
export class ContentTranslation {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  @Ref()
  documentId: string;

  @Key()
  locale: string;

  /** SHA-256 of `path`. */
  @Hash()
  pathHash: string;

  @LongText()
  path: string;

  /** SHA-256 of the source text that was translated. */
  @Hash()
  sourceHash: string;

  /** SHA-256 of the translation. The draft's value has another hash once somebody edited it by hand. */
  @Hash()
  valueHash: string;

  @Key()
  model: string;

  @At()
  createdAt: number;
}
