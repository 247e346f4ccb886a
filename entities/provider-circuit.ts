import { Entity } from "typeorm";
import { At, Id, Int } from "../runtime/database/columns.js";

/** The circuit of a provider, shared by all nodes; `id` is the provider's. */
@Entity("provider_circuits")
export class ProviderCircuit {
  @Id()
  id: string;

  /** In a row. */
  @Int()
  failures: number;

  @At()
  openUntil: number;

  /** When the one trial of an open circuit began. */
  @At()
  trialAt: number;
}
