import { Entity, Index } from "typeorm";
import { At, Id } from "../runtime/database/columns.js";

/** A client from which an e-mail address has signed in; `id` is the SHA-256 of both. */
@Entity("known_clients")
@Index("IX_known_clients_expires", ["expiresAt"])
export class KnownClient {
  @Id()
  id: string;

  @At()
  expiresAt: number;
}
