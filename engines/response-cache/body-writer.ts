import { BodyParts, SharedText } from "./body.js";

/** Text that responses have between documents. It is always in memory, so no response is charged for it. */
const COMMON = new Map(
  [",", "}", "null", '{"document":', '{"documents":['].map((text) => [text, lasting(text)]),
);

function lasting(text: string): SharedText {
  const made = new SharedText(text);
  made.retain();
  return made;
}

/** Bytes that a part takes beside its text, from the writer to the digest of the body. */
const PART = 100;

/** Values and bytes that a response may still spend. */
export interface Budget {
  /** Spends values and bytes. Throws when the budget is exceeded. */
  spend(values: number, bytes: number): void;
}

const UNLIMITED: Budget = { spend() {} };

/**
 * Assembles a body from bytes that other responses have too; only text passed to `write` belongs to this body
 * alone.
 */
export class BodyWriter {
  readonly #texts: SharedText[] = [];
  /** Offsets at which each part begins and ends in its text. */
  readonly #ranges: number[] = [];
  readonly #budget: Budget;
  #text = "";
  #length = 0;

  /** Makes a writer whose output is charged to the budget. */
  constructor(budget = UNLIMITED) {
    this.#budget = budget;
  }

  /** Writes JSON unchanged. */
  write(json: string): void {
    this.#text += json;
  }

  /** Adds a range of a text's bytes. Throws what the budget throws. */
  copy(text: SharedText, start: number, end: number): void {
    this.#flush();
    this.#push(text, start, end);
  }

  /** Returns the finished body. Throws what the budget throws. */
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

/** Makes a body of one piece, of a text or of its bytes in UTF-8. Throws what the budget throws. */
export function partsOf(json: string | Buffer, budget?: Budget): BodyParts {
  const out = new BodyWriter(budget);
  if (typeof json === "string") out.write(json);
  else out.copy(new SharedText(json), 0, json.length);
  return out.end();
}

/** The contents of a cached response. */
export interface Body {
  /** JSON in UTF-8. */
  parts: BodyParts;
  /** A strong ETag. It covers the signing window where the text holds signed URLs. */
  etag: string;
  /** Tags of the body's contents, for caches in front of this one. */
  cacheTag: string;
  /** The time window in which the body's signed URLs are valid; null when it has none. */
  window: number | null;
}

/**
 * The most bytes of the cache tags. The other headers have up to 700 bytes, and nginx by default takes no
 * answer with more than 4 KB of headers.
 */
const MAX_TAG_BYTES = 3000;

/**
 * Makes the body of a response from its JSON. When all tags together are too long, only the wide ones are
 * kept, and when these are too long, only the first of them.
 */
export function makeBody(
  parts: BodyParts,
  { tags, wideTags, window }: { tags: readonly string[]; wideTags: readonly string[]; window: number | null },
): Body {
  const fitting = [[...wideTags, ...tags], wideTags, wideTags.slice(0, 1)].map((each) => each.join(","));
  const cacheTag = fitting.find(({ length }) => length <= MAX_TAG_BYTES) ?? "";
  return { parts, etag: `"${parts.digest()}"`, cacheTag, window };
}
