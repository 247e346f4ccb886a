import { Entity } from "typeorm";
import { At, Big, Bytes, Hash, Id, Int, Ref } from "../runtime/database/columns.js";

/**
 * The Y.Doc of a document's draft (rules/content 11); `id` is the document's. The row is made when an editor
 * first opens the document or sends an update.
 */
@Entity("content_draft_states")
export class ContentDraftState {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  /** Number of the state, which rises each time that the state is rebuilt. */
  @Int()
  epoch: number;

  /**
   * The Y.Doc's state. Null means that it is built from the draft when the document is opened next, as after
   * a restore or a compaction.
   */
  @Bytes({ nullable: true })
  state: Uint8Array | null;

  /** The state vector of `state`: how much of each client's updates it contains. */
  @Bytes({ nullable: true })
  stateVector: Uint8Array | null;

  /** Editors' updates that build on updates that have not arrived yet; null means none. */
  @Bytes({ nullable: true })
  buffered: Uint8Array | null;

  /**
   * The moves of list items by saves, and the draft with these items at their old places, for edits of such
   * an item that an editor makes before it has seen the move; null means none.
   */
  @Bytes({ nullable: true })
  moved: Uint8Array | null;

  /** The key (`permanentEntriesKey`) for which the permanent entries of `state` were made; null means unknown. */
  @Hash({ nullable: true })
  standing: string | null;

  @Big()
  stateBytes: number;

  /** Time of the last update from an editor; null means never. */
  @At({ nullable: true })
  editedAt: number | null;
}
