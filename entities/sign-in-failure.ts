import { Entity, Index } from "typeorm";
import { At, Id } from "../runtime/database/columns.js";

/**
 * Failed sign-ins with an e-mail address, from a client, from the /48 of a client, or with an address from a
 * client, as a leaky bucket. `id` is the SHA-256 of what is counted.
 */
@Entity("sign_in_failures")
@Index("IX_sign_in_failures_clear", ["clearAt"])
export class SignInFailure {
  @Id()
  id: string;

  /** The time at which all failures are forgotten; each failure moves it on. */
  @At()
  clearAt: number;
}
