import type { ServerResponse } from "node:http";
import type { LongTurn } from "../../../../runtime/http/long-queue.js";
import { ResultRoom } from "./result-room.js";
import type { Rooms } from "./rooms.js";

/** The characters of results, and of an answer's text, up to which a request is short. */
const SHORT_RESULTS = 4 * 2 ** 20;
const SHORT_TEXT = 2 ** 20;
/**
 * The calls of one request that run side by side, and the characters that those of a long request may give
 * together.
 */
const MAX_AT_ONCE = 4;
const MOST_AT_ONCE = 8 * 2 ** 20;

/** The error that ends the work on a query that turned out to be long; the query begins anew in its turn. */
export class BeginAnew extends Error {
  constructor() {
    super("The query is long, and begun anew in its turn.");
  }
}

/** The error of a call whose request was answered, or begun anew, while the call waited. */
class Answered extends Error {
  constructor() {
    super("The request was answered meanwhile.");
  }
}

/**
 * The room of one run of a request. Each request begins as a short one, which waits for nobody. A query that
 * turns out to be long lets go of all that it has read, waits in the queue of long ones, and is run anew in
 * another room (`inTurn`). A mutation or a value of a stream cannot be made twice and keeps its results; its
 * next call is refused where others have taken the room, and its text is written in its turn. A call that
 * returns after its room has ended retains nothing, and no call begins then.
 */
export class AnswerRoom {
  readonly #rooms: Rooms;
  readonly #accountId: string;
  readonly #signal: AbortSignal | null;
  #results = new ResultRoom();
  #retained = 0;
  #largest = 0;
  #written = 0;
  #turn: LongTurn | null;
  #mustBeginAnew = false;
  #isEnded = false;
  /** True when the operation is a query; set when the operation is known. */
  isQuery = false;

  constructor(rooms: Rooms, accountId: string, signal: AbortSignal | null, turn: LongTurn | null = null) {
    this.#rooms = rooms;
    this.#accountId = accountId;
    this.#signal = signal;
    this.#turn = turn;
  }

  /** True when the results so far are to be thrown away. */
  get mustBeginAnew(): boolean {
    return this.#mustBeginAnew;
  }

  /** True when the request needed the turn that it has: its results or its text are long. */
  get wasLong(): boolean {
    return this.#results.taken > SHORT_RESULTS || this.#written > SHORT_TEXT;
  }

  /** True when the request has the turn of a long one. */
  get isLong(): boolean {
    return this.#turn !== null;
  }

  /** The number of calls that may run side by side, as far as is known. */
  get atOnce(): number {
    if (this.#turn === null) return MAX_AT_ONCE;
    return Math.max(1, Math.min(MAX_AT_ONCE, Math.floor(MOST_AT_ONCE / Math.max(1, this.#largest))));
  }

  /**
   * Makes a call and takes the room of its result. Throws `invalid_params` where the result exceeds the room,
   * `unavailable`, or BeginAnew.
   */
  async call<T>(isRead: boolean, work: () => Promise<T>): Promise<T> {
    await this.#enter();
    const isShort = this.#turn === null && isRead;
    const begin = () => {
      // A call that waited for its account's turn may be in vain by now.
      this.#goOn();
      return work();
    };
    const result = await (isShort ? this.#rooms.read(this.#accountId, begin) : begin());
    this.#goOn();
    const characters = await this.#results.take(result);
    this.#goOn();
    this.#largest = Math.max(this.#largest, characters);
    if (this.#turn !== null) return result;
    this.#retained += characters;
    this.#rooms.retain(this.#accountId, characters);
    if (this.isQuery && (this.#retained > SHORT_RESULTS || this.#rooms.isFull(this.#accountId)))
      this.#beginAnew();
    return result;
  }

  /** Waits for the turn of an answer whose text has the given number of characters. Throws BeginAnew. */
  async write(characters: number): Promise<void> {
    this.#written = characters;
    if (this.#turn !== null || characters <= SHORT_TEXT) return;
    if (this.isQuery) this.#beginAnew();
    const turn = await this.#rooms.long.begin(this.#accountId, { signal: this.#signal, isPatient: true });
    if (this.#isEnded) turn.end();
    else this.#turn = turn;
  }

  /**
   * Ends this room, and returns the room of the next run when the turn of a long query has come. Nothing is
   * retained meanwhile, and the largest result of this run bounds how many calls of the next run side by side.
   * Throws `unavailable`.
   */
  async inTurn(): Promise<AnswerRoom> {
    this.end();
    const turn = await this.#rooms.long.begin(this.#accountId, { signal: this.#signal });
    const next = new AnswerRoom(this.#rooms, this.#accountId, this.#signal, turn);
    next.#largest = this.#largest;
    return next;
  }

  /** Notes that the answer is made, and hands its bytes, which wait for their reader, to the turn. */
  made(bytes: number, res: ServerResponse): void {
    this.#turn?.made(bytes, res);
    this.end();
  }

  /** Lets go of all results; the next value of a stream has the whole room. */
  renew(): void {
    this.#forget();
    this.#turn?.end();
    this.#turn = null;
  }

  /** Lets go of all results for good. */
  end(): void {
    this.renew();
    this.#isEnded = true;
  }

  async #enter(): Promise<void> {
    this.#goOn();
    if (this.#turn !== null || !this.#rooms.isFull(this.#accountId)) return;
    if (this.isQuery) this.#beginAnew();
    await this.#rooms.whenFree(this.#accountId, this.#retained > 0);
  }

  #goOn(): void {
    if (this.#mustBeginAnew) throw new BeginAnew();
    if (this.#isEnded) throw new Answered();
  }

  #beginAnew(): never {
    this.#mustBeginAnew = true;
    this.#forget();
    throw new BeginAnew();
  }

  #forget(): void {
    if (this.#retained > 0) this.#rooms.retain(this.#accountId, -this.#retained);
    this.#retained = 0;
    this.#results = new ResultRoom();
  }
}
