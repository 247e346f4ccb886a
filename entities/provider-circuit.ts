import { Entity } from "typeorm";
import { At, Id, Int } from "../runtime/database/columns.js";

/** The circuit of a provider, shared by all nodes; `id` is the provider's. */
@Entity("provider_circuits")
export class ProviderCircuit {
  @Id()
  id: string;

  /** Number of failures in a row. */
  @Int()
  failures: number;

  @At()
  openUntil: number;

  /** The time at which the last trial of the circuit began; 0 means that there was none. */
  @At()
  trialAt: number;
}
