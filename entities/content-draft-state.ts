import { Entity } from "typeorm";
import { At, Big, Bytes, Hash, Id, Int, Ref } from "../runtime/database/columns.js";

/** The Y.Doc of a document's draft (rules/content 11); `id` is the document's. Made when an editor first opens it. */
@Entity("content_draft_states")
export class ContentDraftState {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  /** Goes up when the state is rebuilt. */
  @Int()
  epoch: number;

  /** Null: made anew from the document's draft when somebody opens it next, as after a restore or a compaction. */
  @Bytes({ nullable: true })
  state: Uint8Array | null;

  /** What `state` holds of each client. */
  @Bytes({ nullable: true })
  stateVector: Uint8Array | null;

  /** Updates of editors that build on what has not arrived yet; null: none. */
  @Bytes({ nullable: true })
  buffered: Uint8Array | null;

  /** Items of lists that saves moved, and the draft with them where they stood, for editors who come late; null: none. */
  @Bytes({ nullable: true })
  moved: Uint8Array | null;

  /** What the standing entries of `state` were made for (`standingKey`); null: nobody knows. */
  @Hash({ nullable: true })
  standing: string | null;

  @Big()
  stateBytes: number;

  /** When an editor's update came last; null: never. */
  @At({ nullable: true })
  editedAt: number | null;
}
