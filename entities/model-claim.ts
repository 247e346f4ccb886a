import { Entity } from "typeorm";
import { At, Id, Ref } from "../runtime/database/columns.js";

/**
 * The provider that a model id belongs to: the first one that declared the id, in any process, until none of
 * its name declares it any more. A built-in provider has precedence.
 */
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
