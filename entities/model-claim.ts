import { Entity } from "typeorm";
import { At, Id, Ref } from "../runtime/database/columns.js";

/** Which provider a model id belongs to: the first one that declared it, on whatever process. */
@Entity("model_claims")
export class ModelClaim {
  /** The model's id. */
  @Id()
  id: string;

  @Ref()
  provider: string;

  @At()
  claimedAt: number;
}
