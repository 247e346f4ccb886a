import { Entity } from "typeorm";
import type { Pricing } from "../contracts/models.js";
import { At, Flag, Id, Json } from "../runtime/database/columns.js";

/** What an operator changed of a model; `id` is the model's. Null leaves the plugin's own. */
@Entity("model_overrides")
export class ModelOverride {
  @Id()
  id: string;

  @Flag({ nullable: true })
  enabled: boolean | null;

  @Json({ nullable: true })
  pricing: Pricing | null;

  @Flag({ nullable: true })
  paidOnly: boolean | null;

  @At()
  updatedAt: number;
}
