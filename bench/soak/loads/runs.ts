import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Load, Scene } from "../scene.js";

interface Run {
  run: { id: string; status: string };
}

/** Starts runs of a workflow under keys, and reads them until they have ended. */
export class Runs implements Load {
  readonly #scene: Scene;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #ended = new Map<string, string>();

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#headers = scene.people[0]?.api.headers ?? {};
  }

  async step(): Promise<void> {
    const { caller, workflowId } = this.#scene;
    const started = await caller.insist<Run>({
      kind: "runs: start",
      method: "POST",
      path: `/v1/workflows/${workflowId}/execute`,
      headers: { ...this.#headers, "idempotency-key": randomUUID() },
      body: {},
    });
    const { id } = started.body.run;
    if (this.#ended.has(id))
      caller.violate(`${started.title}: a new key got run ${id}, which had ended`, started.begun);
    let { status } = started.body.run;
    while (status === "running") {
      await sleep(200);
      status = await this.#look(id);
    }
    this.#ended.set(id, status);
    if (status !== "complete") caller.violate(`Run ${id} ended as ${status}.`, started.begun);
  }

  async #look(id: string): Promise<string> {
    const { caller, workflowId } = this.#scene;
    const { body } = await caller.insist<Run>({
      kind: "runs: read",
      path: `/v1/workflows/${workflowId}/runs/${id}`,
      headers: this.#headers,
    });
    return body.run.status;
  }

  async prove(): Promise<void> {
    for (const [id, status] of this.#ended) {
      const now = await this.#look(id);
      if (now !== status) this.#scene.caller.violate(`Run ${id} had ended as ${status} and is ${now}.`);
    }
  }
}
