import { Entity, Index } from "typeorm";
import { At, Id } from "../runtime/database/columns.js";

/** Failed sign-ins of an address, a client or both: a leaky bucket. `id` is a SHA-256 of which. */
@Entity("sign_in_failures")
@Index("IX_sign_in_failures_clear", ["clearAt"])
export class SignInFailure {
  @Id()
  id: string;

  /** When all of them are forgotten; each failure moves it on. */
  @At()
  clearAt: number;
}
