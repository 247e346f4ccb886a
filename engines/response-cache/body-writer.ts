import { BodyParts, SharedText } from "./body.js";

/** Text that responses have between documents. It is there anyway: no response is charged for it. */
const COMMON = new Map(
  [",", "}", "null", '{"document":', '{"documents":['].map((text) => [text, lasting(text)]),
);

function lasting(text: string): SharedText {
  const made = new SharedText(text);
  made.retain();
  return made;
}

/** Memory that a part takes beside its bytes, from here to the digest of the body. */
const PART = 100;

/** How much a response may still come to. */
export interface Budget {
  /** Throws when it is exceeded. */
  spend(values: number, bytes: number): void;
}

const UNLIMITED: Budget = { spend() {} };

/** Puts a body together from bytes that other responses have too: only what is written as text is its own. */
export class BodyWriter {
  readonly #texts: SharedText[] = [];
  /** Where each begins and ends in its text. */
  readonly #ranges: number[] = [];
  readonly #budget: Budget;
  #text = "";
  #length = 0;

  /** What is written is spent. */
  constructor(budget = UNLIMITED) {
    this.#budget = budget;
  }

  /** JSON as it is. */
  write(json: string): void {
    this.#text += json;
  }

  /** Some of the bytes of a text. Throws what the budget throws. */
  copy(text: SharedText, start: number, end: number): void {
    this.#flush();
    this.#push(text, start, end);
  }

  /** Throws what the budget throws. */
  end(): BodyParts {
    this.#flush();
    return new BodyParts(this.#texts, this.#ranges, this.#length);
  }

  #flush(): void {
    if (this.#text === "") return;
    const own = COMMON.get(this.#text) ?? new SharedText(this.#text);
    this.#text = "";
    this.#push(own, 0, own.bytes.length);
  }

  #push(text: SharedText, start: number, end: number): void {
    if (start === end) return;
    this.#budget.spend(0, end - start + PART);
    this.#texts.push(text);
    this.#ranges.push(start, end);
    this.#length += end - start;
  }
}

/** A body of one piece. Throws what the budget throws. */
export function partsOf(json: string, budget?: Budget): BodyParts {
  const out = new BodyWriter(budget);
  out.write(json);
  return out.end();
}

/** What a cached response consists of. */
export interface Body {
  /** JSON in UTF-8. */
  parts: BodyParts;
  /** Strong. Covers the signing window where the text holds signed URLs. */
  etag: string;
  /** Names what is in the body, for caches in front of this one. */
  cacheTag: string;
  /** The time window in which its signed URLs hold; null: it has none. */
  window: number | null;
}

/** The other headers have up to 700 bytes, and nginx, unless told otherwise, takes no answer with more than 4 KB of them. */
const MAX_TAG_BYTES = 3000;

/** Makes the body of a response from its JSON. With too many tags the wide ones stand for all, and then the first of these. */
export function makeBody(
  parts: BodyParts,
  { tags, wideTags, window }: { tags: readonly string[]; wideTags: readonly string[]; window: number | null },
): Body {
  const fitting = [[...wideTags, ...tags], wideTags, wideTags.slice(0, 1)].map((each) => each.join(","));
  const cacheTag = fitting.find(({ length }) => length <= MAX_TAG_BYTES) ?? "";
  return { parts, etag: `"${parts.digest()}"`, cacheTag, window };
}
