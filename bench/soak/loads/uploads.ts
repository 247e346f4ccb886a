import { createHash, randomBytes } from "node:crypto";
import type { Person } from "../../../tests/helpers/client.js";
import type { Caller } from "../caller.js";
import type { Load } from "../scene.js";

interface Ticket {
  storageId: string;
  uploadUrl: string;
}

const BYTES = 65_536;
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Uploads files by tickets. A file whose commit was answered must stay for ever. An upload that broke off before begins anew. */
export class Uploads implements Load {
  readonly #caller: Caller;
  readonly #person: Person;
  readonly #files = new Map<string, string>();

  constructor(caller: Caller, person: Person) {
    this.#caller = caller;
    this.#person = person;
  }

  async step(): Promise<void> {
    const bytes = randomBytes(BYTES);
    const { headers } = this.#person.api;
    const ticket = await this.#caller.ask<Ticket>({
      kind: "uploads: ticket",
      method: "POST",
      path: "/v1/uploads/ticket",
      headers,
      body: { contentType: "image/png", sizeBytes: bytes.length },
    });
    if (ticket.outcome === "unknown") return;
    const put = await this.#caller.ask({
      kind: "uploads: bytes",
      method: "PUT",
      path: ticket.body.uploadUrl,
      headers: { "content-type": "image/png" },
      body: bytes,
    });
    if (put.outcome === "unknown") return;
    const { storageId } = ticket.body;
    const commit = await this.#caller.ask({
      kind: "uploads: commit",
      method: "POST",
      path: `/v1/uploads/${storageId}/commit`,
      headers,
    });
    if (commit.outcome === "unknown") return;
    this.#files.set(storageId, hashOf(bytes));
    await this.#look(storageId);
  }

  async #look(id: string): Promise<void> {
    const { headers } = this.#person.api;
    const path = `/v1/storage/${id}`;
    const { body } = await this.#caller.insist<{ object: { sizeBytes: number } }>({
      kind: "uploads: read",
      path,
      headers,
    });
    if (body.object.sizeBytes !== BYTES)
      this.#caller.violate(`${path} has ${body.object.sizeBytes} bytes instead of ${BYTES}.`);
  }

  async prove(): Promise<void> {
    for (const id of this.#files.keys()) await this.#look(id);
  }

  /** Hashes of the committed files by their ids. */
  get files(): ReadonlyMap<string, string> {
    return this.#files;
  }
}
