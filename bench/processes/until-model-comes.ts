import type { Caller } from "../caller.js";

const LONGEST_MS = 15_000;

/** Waits until the catalog has a model, which comes by the broker's announcement from the process that has the provider. */
export async function untilModelComes(caller: Caller, model: string): Promise<void> {
  for (const end = Date.now() + LONGEST_MS; Date.now() < end;) {
    const answer = await fetch(`${caller.url}/v1/models`, { headers: caller.headers });
    if (answer.ok && (await answer.text()).includes(`"${model}"`)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The deployment has no model ${model}.`);
}
