import { Entity, Index } from "typeorm";
import { At, Big, Flag, Id, Int, Key, Ref } from "../runtime/database/columns.js";

/**
 * The most that a key, a connected agent or a project may spend; `id` is that of the key, grant or project.
 * The lock on this row orders what is counted against the budget.
 */
@Entity("budgets")
@Index("IX_budgets_account", ["accountId", "subject"])
export class Budget {
  @Id()
  id: string;

  /** The account that owns the key, the agent's grant or the project. */
  @Ref()
  accountId: string;

  @Key()
  subject: "key" | "grant" | "project";

  /** The limit in credits; null means no limit. */
  @Big({ nullable: true })
  dailyCredits: number | null;

  @Big({ nullable: true })
  totalCredits: number | null;

  /**
   * The credits of one call above which a connected agent must ask its person first. Null means that it never
   * asks.
   */
  @Big({ nullable: true })
  askAboveCredits: number | null;

  /** The one project in which a key or a connected agent may spend credits. Null means that it may spend in every project. */
  @Ref({ nullable: true })
  projectId: string | null;

  /** Set when that project is the account's default project, which receives work that names no project. */
  @Flag({ default: 0 })
  isDefaultProject: boolean;

  /** The last UTC day on which credits were held, in days since 1970. */
  @Int()
  day: number;

  /**
   * Credits of the holds that were made on that day: the held credits, or the cost once the work has ended.
   */
  @Big()
  usedOfDay: number;

  @Big()
  usedInAll: number;

  @At()
  createdAt: number;
}
