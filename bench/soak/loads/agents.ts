import type { Load, Scene } from "../scene.js";

interface Called {
  result?: { isError?: boolean; content: readonly { text: string }[] };
  error?: { message: string };
}

/** Text that an agent gets in place of a 503. */
const AWAY = /unavailable|is away|outcome is unknown|retry later|try again/i;

/** Agent over /mcp that reads its credits, makes documents, and finds them again. */
export class Agents implements Load {
  readonly #scene: Scene;
  readonly #key: string;
  readonly #made = new Map<string, string>();
  #turn = 0;
  refused = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#key = scene.people[0]?.key ?? "";
  }

  async step(): Promise<void> {
    const title = `page of an agent ${(this.#turn += 1)}`;
    await this.#call("get_credits", {});
    const { projectId } = this.#scene;
    const made = await this.#call("create_content_document", { projectId, type: "page", draft: { title } });
    if (made === null) return;
    const { document } = JSON.parse(made) as { document: { id: string } };
    this.#made.set(document.id, title);
    await this.#find(document.id);
  }

  /** Returns the answer of the tool, or null where the call was refused or its outcome is unknown. */
  async #call(name: string, args: object): Promise<string | null> {
    const { caller } = this.#scene;
    const { outcome, body, title, begun } = await caller.ask<Called>({
      kind: `agents: ${name}`,
      method: "POST",
      path: "/mcp",
      headers: { authorization: `Bearer ${this.#key}` },
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
    });
    if (outcome === "unknown") return null;
    const text = body.result?.content[0]?.text ?? body.error?.message ?? "";
    if (body.result !== undefined && body.result.isError !== true) return text;
    this.refused += 1;
    if (!AWAY.test(text)) caller.violate(`${title} ${name}: ${text.slice(0, 300)}`, begun);
    return null;
  }

  async #find(id: string): Promise<void> {
    const found = await this.#call("get_content_document", { documentId: id });
    if (found !== null && !found.includes(this.#made.get(id) ?? "?"))
      this.#scene.caller.violate(
        `Document ${id} of an agent is not what it was made as: ${found.slice(0, 200)}`,
      );
  }

  async prove(): Promise<void> {
    for (const id of this.#made.keys()) await this.#find(id);
  }
}
