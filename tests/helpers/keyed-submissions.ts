import type { Person } from "./client.js";
import { mockRequest } from "./mock-request.js";

/** Running submissions of one person, each with a key of its own and repeated until it is acknowledged. */
export interface KeyedSubmissions {
  /** Jobs that were acknowledged, by key. Two jobs for a key mean that a job was made twice. */
  jobs: Map<string, Set<string>>;
  /** Number of answers by kind. An answer other than 200 and 503 with `Retry-After` is counted under its text. */
  answers: Map<string, number>;
  acknowledged(): number;
  /** Begins no further key. Each key that was begun is still repeated until it is acknowledged. */
  end(): Promise<void>;
}

export function submitWithKeys(
  person: Person,
  urls: readonly string[],
  { sideBySide = 3 } = {},
): KeyedSubmissions {
  const jobs = new Map<string, Set<string>>();
  const answers = new Map<string, number>();
  const ending = new AbortController();
  let keys = 0;
  const count = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1);

  const post = async (url: string, key: string): Promise<boolean> => {
    const response = await fetch(`${url}/v1/generations`, {
      method: "POST",
      headers: { ...person.api.headers, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(mockRequest(key)),
    });
    const text = await response.text();
    const isPolite = response.status === 503 && response.headers.has("retry-after");
    count(response.ok || isPolite ? String(response.status) : `${response.status} ${text}`);
    if (!response.ok) return false;
    const { job } = JSON.parse(text) as { job: { id: string } };
    jobs.set(key, (jobs.get(key) ?? new Set()).add(job.id));
    return true;
  };
  const work = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const key = `key ${(keys += 1)}`;
      for (let tries = 0; !(await post(urls[(keys + tries) % urls.length] ?? "", key)); tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 100));
      // A key that was acknowledged is acknowledged again with the same job.
      if (keys % 5 === 0) await post(urls[keys % urls.length] ?? "", key);
    }
  };
  const all = Promise.all(Array.from({ length: sideBySide }, work));
  return {
    jobs,
    answers,
    acknowledged: () => jobs.size,
    async end() {
      ending.abort();
      await all;
    },
  };
}
