import { Entity, Index } from "typeorm";
import { At, Big, Flag, Id, Int, Key, Ref } from "../runtime/database/columns.js";

/** The most that a key, a connected agent or a project may spend; `id` is theirs. Its row is the lock of what is counted. */
@Entity("budgets")
@Index("IX_budgets_account", ["accountId", "subject"])
export class Budget {
  @Id()
  id: string;

  /** Whose key, agent or project it is. */
  @Ref()
  accountId: string;

  @Key()
  subject: "key" | "grant" | "project";

  /** Null: no limit. */
  @Big({ nullable: true })
  dailyCredits: number | null;

  @Big({ nullable: true })
  totalCredits: number | null;

  /** Of a connected agent: it asks its person before a call that spends more. Null: never. */
  @Big({ nullable: true })
  askAboveCredits: number | null;

  /** The one project in which a key or a connected agent may spend credits. Null means that it may spend in every project. */
  @Ref({ nullable: true })
  projectId: string | null;

  /** Whether that is the account's default project, in which work that names no project lands. */
  @Flag({ default: 0 })
  isDefaultProject: boolean;

  /** The last UTC day on which credits were held, in days since 1970. */
  @Int()
  day: number;

  /** Of holds that were made on that day: their credits, or their cost once they have ended. */
  @Big()
  usedOfDay: number;

  @Big()
  usedInAll: number;

  @At()
  createdAt: number;
}
