import { LRUCache } from "lru-cache";
import { mediaSigner } from "../../storage/index.js";
import { AskedLately } from "./asked-lately.js";
import { bytesOf, digestOf, type KeptBasis, keptBasis } from "./basis.js";
import type { Body } from "./body.js";
import { EncodedAnswers } from "./encoded-answers.js";
import type { View } from "./view.js";

interface Kept {
  body: Body;
  basis: KeptBasis;
  /** The project's revision as of which the body holds. */
  revision: number;
  /** How often it was asked for, lately above all; also in its editions before. */
  asked: number;
  /** Content has changed since: it only tells how much the next edition is wanted. */
  isOutdated: boolean;
}

/** Bytes of a part beside its text. */
const PART = 32;
/** No answer takes more than this part of the memory. */
const LARGE = 4;
/** After so many answers, what was asked for until then counts half: readers of tomorrow want something else. */
const HALVED_AFTER = 4096;

/** Answers that were given lately to what is asked more than once. A change of other content leaves them valid. */
export class KeptBodies {
  /** Those of them that readers asked for compressed. */
  readonly encoded: EncodedAnswers;
  readonly #asked = new AskedLately();
  readonly #kept: LRUCache<string, Kept>;
  /** Those in one piece: of those that are asked for most. */
  readonly #whole: LRUCache<Kept, true>;
  readonly #maxBytes: number;
  /** Of the texts of all that are kept, each text once. */
  #held = 0;
  #counted = 0;

  /** `maxWhole` is for those in one piece, and `maxEncoded` for compressed ones, besides. */
  constructor(maxBytes: number, maxWhole: number, maxEncoded = maxWhole) {
    this.#maxBytes = maxBytes;
    this.encoded = new EncodedAnswers(maxEncoded);
    this.#whole = new LRUCache({
      maxSize: maxWhole,
      sizeCalculation: (_true, { body }) => body.parts.length + 100,
      dispose: (_true, { body }) => (body.parts.whole = null),
    });
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      dispose: (kept) => {
        this.#held -= kept.body.parts.release();
        this.#forgetCopies(kept);
      },
      // a question may be longer than its answer
      sizeCalculation: ({ body, basis }, key) =>
        PART * body.parts.count + 2 * (body.cacheTag.length + key.length) + bytesOf(basis) + 600,
    });
  }

  /** About what the kept answers take, without those in one piece. */
  get bytes(): number {
    return this.#held + this.#kept.calculatedSize;
  }

  /** The answer with this key as of the view, if it is at hand and still holds; no promise where nothing has changed. */
  find(view: View, key: string): Body | undefined | Promise<Body | undefined> {
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.isOutdated) return undefined;
    const { window } = kept.body;
    if (window !== null && window !== mediaSigner(view.cache.host.storage).window) return undefined;
    return kept.revision < view.revision ? this.#lookAgain(view, key, kept) : this.#take(key, kept);
  }

  async #lookAgain(view: View, key: string, kept: Kept): Promise<Body | undefined> {
    if (await stillHolds(view, kept)) {
      kept.revision = Math.max(kept.revision, view.revision);
      return this.#take(key, kept);
    }
    kept.isOutdated = true;
    this.#forgetCopies(kept);
    return undefined;
  }

  #forgetCopies(kept: Kept): void {
    this.#whole.delete(kept);
    this.encoded.forget(kept.body.parts);
  }

  #take(key: string, kept: Kept): Body {
    // one that went while it was looked at is not to stay
    if (this.#kept.peek(key) === kept) this.#join(kept);
    return kept.body;
  }

  /**
   * Puts an answer in one piece where there is room, or where the one that was not used for longest is asked for less
   * than half as often: those about as wanted as each other would take turns, a copy for each.
   */
  #join(kept: Kept): void {
    this.#count(kept);
    if (this.#whole.get(kept) === true) return;
    const isFull = this.#whole.calculatedSize + kept.body.parts.length > this.#whole.maxSize;
    const oldest = isFull ? this.#whole.rkeys().next().value : undefined;
    if (oldest !== undefined && 2 * oldest.asked >= kept.asked) return;
    kept.body.parts.whole = kept.body.parts.latin1() ?? kept.body.parts.join();
    this.#whole.set(kept, true);
    if (!this.#whole.has(kept)) kept.body.parts.whole = null;
  }

  #count(kept: Kept): void {
    kept.asked += 1;
    this.#counted += 1;
    if (this.#counted < HALVED_AFTER) return;
    this.#counted = 0;
    for (const each of this.#kept.values()) each.asked /= 2;
  }

  /** Keeps an answer with what the view noted while it was made, unless nobody has asked for it lately. */
  keep({ basis, revision }: View, key: string, body: Body): void {
    if (!this.#asked.again(key) || body.parts.length > this.#maxBytes / LARGE) return;
    const { asked = 0 } = this.#kept.peek(key) ?? {};
    const kept = { body, basis: keptBasis(basis), revision, asked, isOutdated: false };
    this.#held += body.parts.hold();
    this.#kept.set(key, kept);
    // one that the cache does not take is not disposed of
    if (this.#kept.peek(key) !== kept) this.#held -= body.parts.release();
    while (this.bytes > this.#maxBytes) this.#kept.pop();
  }
}

/** The key of a question's answer. Types and locales are in it; what else an answer depends on is in its basis. */
export const answerKeyOf = ({ seen, perspective, shape }: View, question: string): string =>
  `${seen.project.id} ${perspective} ${shape.revision} ${question}`;

/** Whether an answer would be made from the same rows now. False also when the changes since are not known. */
async function stillHolds(view: View, { basis, revision }: Kept): Promise<boolean> {
  const { project, perspective, shape, cache } = view;
  const range = { after: revision, upTo: view.revision, perspective };
  if (!project.log.knows(range)) return false;
  for (const id of basis.documentIds) if (!project.log.isUntouched(id, range)) return false;
  for (const id of basis.storageIds) if (!project.log.hasSameFile(id, range)) return false;
  for (const { typeId, query, digest } of basis.pages) {
    const current = shape.typesById.get(typeId);
    if (current === undefined) return false;
    if (digestOf(await cache.find({ ...view, type: current }, query)) !== digest) return false;
  }
  return true;
}
