import { Entity, Index } from "typeorm";
import { At, Id, Int } from "../runtime/columns.js";

/** Failed sign-ins of one address or client; `id` is a SHA-256 of which. */
@Entity("sign_in_failures")
@Index("IX_sign_in_failures_last", ["lastAt"])
export class SignInFailure {
  @Id()
  id: string;

  @Int()
  failures: number;

  @At()
  lastAt: number;
}
