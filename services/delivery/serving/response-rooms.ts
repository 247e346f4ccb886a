import { LongQueue } from "../../../runtime/http/long-queue.js";

const MB = 2 ** 20;

/** The bytes that responses may retain while they are made, without a turn. */
interface Bounds {
  /** The bytes up to which a response never needs a turn. */
  small: number;
  /** The bytes of one response, of all responses of one owner of projects, and of all responses. */
  response: number;
  owner: number;
  all: number;
}

const BOUNDS: Bounds = { small: 64 * 1024, response: 8 * MB, owner: 64 * MB, all: 96 * MB };
/** The long responses that are made at once, and those of one owner that may wait for their turn. */
const TURNS = { atOnce: 2, ofAccount: 1, waiting: 100 };
const UNBOUNDED: Bounds = { small: Infinity, response: Infinity, owner: Infinity, all: Infinity };

/** The error that ends the making of a response that needs a turn; it is made anew when the turn has come. */
export class NeedsTurn extends Error {
  constructor() {
    super("The response is long, and made anew in its turn.");
  }
}

/** The bytes that some responses retain together. */
interface Sum {
  bytes: number;
}

/** The memory of one making of a response: the documents and texts that it retains until it is made. */
export class ResponseRoom {
  readonly #bounds: Bounds;
  readonly #owner: Sum;
  readonly #all: Sum;
  #bytes = 0;
  #isEnded = false;
  /** True when the response retains too much to be made without a turn. */
  needsTurn = false;

  constructor(bounds: Bounds, { owner, all }: { owner: Sum; all: Sum }) {
    this.#bounds = bounds;
    this.#owner = owner;
    this.#all = all;
  }

  /** Counts bytes that the response retains. Throws NeedsTurn, also for work that goes on after the end. */
  retain(bytes: number): void {
    if (this.#isEnded || this.needsTurn) throw new NeedsTurn();
    this.#count(bytes);
    const { small, response, owner, all } = this.#bounds;
    if (this.#bytes <= small) return;
    this.needsTurn = this.#bytes > response || this.#owner.bytes > owner || this.#all.bytes > all;
    if (this.needsTurn) throw new NeedsTurn();
  }

  /** Counts bytes that the response no longer retains. */
  release(bytes: number): void {
    if (!this.#isEnded) this.#count(-bytes);
  }

  end(): void {
    this.release(this.#bytes);
    this.#isEnded = true;
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.#owner.bytes += bytes;
    this.#all.bytes += bytes;
  }
}

/** What a response is made from, as far as the rooms ask for it. */
interface Roomed<Context> {
  readonly seen: { project: { ownerId: string } };
  /** Returns the context for one making of the response. */
  inRoom(room: ResponseRoom): Context;
}

/**
 * Bounds the memory of the responses that are made at the same time (rules/delivery 45). Each one begins without a
 * turn. One that turns out to be long, or that begins while many others retain much, lets go of all that it has read
 * and is made anew when its turn has come. Owners of projects take turns, so an owner whose documents are large
 * delays only the own readers.
 */
export class ResponseRooms {
  readonly #bounds: Bounds;
  readonly #turns: LongQueue;
  readonly #owners = new Map<string, Sum & { rooms: number }>();
  readonly #all: Sum = { bytes: 0 };
  /** What the responses retain that are made in their turn. */
  readonly #inTurn: Sum = { bytes: 0 };

  constructor(bounds: Partial<Bounds> = {}, turns: Partial<typeof TURNS> = {}) {
    this.#bounds = { ...BOUNDS, ...bounds };
    this.#turns = new LongQueue(() => true, { ...TURNS, ...turns });
  }

  /** The bytes that responses retain that are being made. */
  get bytes(): number {
    return this.#all.bytes + this.#inTurn.bytes;
  }

  /**
   * Makes a response of a context. `work` may run twice, the second time in a turn. Throws `unavailable` where many
   * long responses of the owner wait, or the turn does not come within 10 s.
   */
  async make<Context extends Roomed<Context>, T>(
    context: Context,
    work: (context: Context) => Promise<T>,
  ): Promise<T> {
    const { ownerId } = context.seen.project;
    const made = await this.#withoutTurn(ownerId, (room) => work(context.inRoom(room)));
    if (made !== null) return made.value;
    const turn = await this.#turns.begin(ownerId, { signal: null });
    // What is retained in a turn has the bound of an answer, and decides about no other response.
    const room = new ResponseRoom(UNBOUNDED, { owner: { bytes: 0 }, all: this.#inTurn });
    try {
      return await work(context.inRoom(room));
    } finally {
      room.end();
      turn.end();
    }
  }

  /** Runs work in a room; null when it needs a turn. The work may have caught the error that says so. */
  async #withoutTurn<T>(
    ownerId: string,
    work: (room: ResponseRoom) => Promise<T>,
  ): Promise<{ value: T } | null> {
    const owner = this.#owners.get(ownerId) ?? { bytes: 0, rooms: 0 };
    owner.rooms += 1;
    this.#owners.set(ownerId, owner);
    const room = new ResponseRoom(this.#bounds, { owner, all: this.#all });
    try {
      const value = await work(room);
      return room.needsTurn ? null : { value };
    } catch (error) {
      if (room.needsTurn) return null;
      throw error;
    } finally {
      room.end();
      owner.rooms -= 1;
      if (owner.rooms === 0) this.#owners.delete(ownerId);
    }
  }
}
