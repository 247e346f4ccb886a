import { Entity } from "typeorm";
import type { Pricing } from "../contracts/models.js";
import { At, Flag, Id, Json } from "../runtime/database/columns.js";

/** An operator's changes to a model; `id` is the model's. Null leaves the value that the plugin declares. */
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
