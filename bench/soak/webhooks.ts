import { makeWebhook } from "../../tests/helpers/make-webhook.js";
import type { Person } from "../../tests/helpers/client.js";
import { type Receiver, startReceiver } from "../../tests/helpers/receiver.js";
import { waitUntil } from "../../tests/helpers/wait-until.js";
import type { Journal } from "./journal.js";
import type { Page } from "./page.js";

/** Time that is longer than the first pauses between retries: a delivery that met a dead process comes once more. */
const COMES_MS = 120_000;

/** Receiver of the events of the project, which outlives all disturbances. */
export class Webhooks {
  readonly #receiver: Receiver;

  private constructor(receiver: Receiver) {
    this.#receiver = receiver;
  }

  static async open(owner: Person, projectId: string): Promise<Webhooks> {
    const receiver = await startReceiver();
    await makeWebhook(owner.api, projectId, receiver.url, { events: ["document.publish"] });
    return new Webhooks(receiver);
  }

  /** Number of deliveries that came. Some come twice, since an answer may be lost. */
  get count(): number {
    return this.#receiver.received.length;
  }

  /** Asserts that the last publish of each page was delivered, and that nothing was delivered that nobody sent. */
  async prove(pages: readonly Page[], journal: Journal): Promise<void> {
    const told = (page: Page): number[] =>
      this.#receiver.received.flatMap(({ body }) =>
        body.documentId === page.id ? [Number(body.document?.rank)] : [],
      );
    for (const page of pages) {
      const isTold = () => Promise.resolve(told(page).some((rank) => rank >= page.published));
      await waitUntil(isTold, { timeoutMs: COMES_MS }).catch(() =>
        journal.violate(`No webhook told that ${page.published} of page ${page.id} is public.`),
      );
      for (const rank of told(page))
        if (!(rank >= 0 && rank <= page.sent))
          journal.violate(`A webhook told of ${rank} of page ${page.id}; ${page.sent} was sent last.`);
    }
  }

  close(): Promise<void> {
    return this.#receiver.stop();
  }
}
