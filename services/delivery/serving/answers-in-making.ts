import type { Body } from "./body.js";
import type { View } from "./view.js";

/**
 * Answers that are being made. After a publish many ask the same at once: one of them makes the answer, for all who see
 * the project as of the same revision. Who came after that revision was read sees a newer one, and asks anew.
 */
export class AnswersInMaking {
  readonly #making = new Map<string, Promise<Body>>();

  /** The answer to a question, by whoever asked first. An error is that of all who wait for it. */
  share(view: View, question: string, make: () => Promise<Body>): Promise<Body> {
    const { project, perspective, shape, revision } = view;
    const key = `${project.id} ${perspective} ${shape.revision} ${revision} ${question}`;
    const known = this.#making.get(key);
    if (known !== undefined) return known;
    const making = make().finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }
}
