import { waitUntil } from "./wait-until.js";

export interface StreamEvent {
  id: string;
  event: string;
  // oxlint-disable-next-line no-explicit-any -- tests look into the data of every event
  data: any;
}

/** Reader of `GET /v1/events`, written from the standard of event streams. */
export class EventStream {
  readonly events: StreamEvent[] = [];
  comments = 0;
  hasEnded = false;
  readonly #controller = new AbortController();
  #response: Response | null = null;

  /** Opens the stream. Resolves when the first event has come or the answer is a refusal. */
  async open(base: string, headers: Record<string, string>, path = "/v1/events"): Promise<this> {
    this.#response = await fetch(`${base}${path}`, { headers, signal: this.#controller.signal });
    if (this.status !== 200) {
      await this.#response.text();
      return this;
    }
    void this.#read(this.#response)
      .catch(() => {})
      .finally(() => (this.hasEnded = true));
    await waitUntil(() => this.events.length > 0 || this.hasEnded);
    return this;
  }

  get status(): number {
    return this.#response?.status ?? 0;
  }

  get headers(): Headers {
    return this.#response?.headers ?? new Headers();
  }

  get lastId(): string {
    return this.events.at(-1)?.id ?? "";
  }

  /** Returns the events about one thing. */
  of(id: string): StreamEvent[] {
    return this.events.filter(({ data }) => data.id === id);
  }

  /** Waits until a thing has the status, and returns all statuses that it had. */
  async until(id: string, status: string): Promise<string[]> {
    await waitUntil(() => this.of(id).some(({ data }) => data.status === status), {
      what: () => `no ${status} of ${id}: ${JSON.stringify(this.events)}`,
    });
    return this.of(id).map(({ data }) => data.status as string);
  }

  ended(): Promise<void> {
    return waitUntil(() => this.hasEnded, { what: () => "the stream has not ended" });
  }

  close(): void {
    this.#controller.abort();
  }

  async #read(response: Response): Promise<void> {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) this.#take(block);
    }
  }

  #take(block: string): void {
    const found: Record<string, string> = {};
    for (const line of block.split("\n")) {
      const at = line.indexOf(":");
      if (at === 0) this.comments += 1;
      else found[line.slice(0, at)] = line.slice(at + 1).trimStart();
    }
    if (found.data !== undefined)
      this.events.push({ id: found.id ?? "", event: found.event ?? "", data: JSON.parse(found.data) });
  }
}

export const openEvents = (
  base: string,
  headers: Record<string, string>,
  path?: string,
): Promise<EventStream> => new EventStream().open(base, headers, path);
