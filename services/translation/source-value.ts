import { fingerprint } from "../content/index.js";
import { joinTexts, type Texts } from "./price-text.js";
import { readSegments } from "./segments.js";

/**
 * The value of a field in the source locale. All languages of a document share it: what it says of its texts is
 * read once, and only when a language asks.
 */
export class SourceValue {
  readonly value: unknown;
  #hash: string | undefined;
  #segments: Readonly<Record<string, string>> | undefined;
  #texts: Texts | undefined;

  constructor(value: unknown) {
    this.value = value;
  }

  get hash(): string {
    return (this.#hash ??= fingerprint(this.value));
  }

  /** The texts to translate, by their places in the value. */
  get segments(): Readonly<Record<string, string>> {
    return (this.#segments ??= readSegments(this.value));
  }

  /** The same texts in one piece, for counting their tokens. */
  get texts(): Texts {
    return (this.#texts ??= joinTexts(Object.values(this.segments)));
  }
}
