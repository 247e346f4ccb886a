import { Entity, Index } from "typeorm";
import { At, Hash, Id, LongText, Ref, Key } from "../runtime/database/columns.js";

/** What a machine wrote into one value of a draft, and from what (rules/translation 3). */
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

  /** Of the source text that was translated. */
  @Hash()
  sourceHash: string;

  /** Of the translation: differs from the draft's value once somebody edited it by hand. */
  @Hash()
  valueHash: string;

  @Key()
  model: string;

  @At()
  createdAt: number;
}
