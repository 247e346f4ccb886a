import type { IncomingMessage } from "node:http";
import { invalidParams } from "../../contracts/errors.js";
import {
  BODY_LIMITS,
  type BodyLimits,
  type ComingBody,
  crowded,
  greatestOf,
  tooSlow,
} from "./body-limits.js";
import { type Networks, networksOf } from "./client-network.js";
import { giveUpBody } from "./end-unread.js";
import { askForBody } from "./expect-continue.js";
import { Pace } from "./pace.js";
import { quietTurn } from "./quiet-turn.js";

/** Tells whether a request declares a body that is longer than `maxBytes`. */
export const declaresOver = ({ headers }: Pick<IncomingMessage, "headers">, maxBytes: number): boolean =>
  Number(headers["content-length"] ?? 0) > maxBytes;

/**
 * The bytes of a body that are read at full speed. The rest flows at a rate that all such bodies share, since a few large
 * bodies at full speed would occupy the event loop.
 */
const FREE_BYTES = 512 * 1024;
const pace = new Pace({ rate: 32 * 1024 * 1024, burst: 32 * 1024 * 1024 });

export interface ReadOptions {
  /** The owner of the body, an account or a client's networks. By default it is the other end of the connection. */
  owner?: string | Networks;
  bodies?: Bodies;
}

/**
 * Reads the body of a request and counts its bytes while they come. Throws the error of `tooLarge` for a body over
 * `maxBytes`, declared or sent, and leaves the rest unread, since the sender has yet to read the answer. Throws
 * invalid_params for a body that comes too slowly or whose client leaves in the middle, and unavailable when there is no
 * room for it.
 */
export async function readBytes(
  req: IncomingMessage,
  maxBytes: number,
  tooLarge: () => Error,
  { owner = networksOf(req.socket.remoteAddress ?? ""), bodies = ours }: ReadOptions = {},
): Promise<Buffer> {
  if (declaresOver(req, maxBytes)) throw tooLarge();
  if (req.headers.expect !== undefined) askForBody(req);
  const chunks: Buffer[] = [];
  let size = 0;
  // The body is read by events: an iterator with its promises would be a good part of the work of a short answer.
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      body.close();
      if (size > FREE_BYTES) pace.forget(req);
      return req.off("data", take).off("end", end).off("close", leave);
    };
    const refuse = (why: Error): void => {
      stop().pause();
      giveUpBody(req);
      reject(why);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxBytes) return refuse(tooLarge());
      if (size > FREE_BYTES) pace.count(req, chunk.length);
      body.add(chunk.length);
    };
    const end = (): void => {
      stop();
      resolve();
    };
    const leave = (): void => {
      stop();
      reject(invalidParams("The body ended early."));
    };
    const body = bodies.open(owner, refuse);
    if (req.destroyed) return leave();
    req.on("data", take).on("end", end).on("close", leave);
  });
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

interface Body extends ComingBody {
  isOpen: boolean;
  cut(why: Error): void;
}

/** A body that is being read. */
export interface OpenBody {
  /** Counts bytes that have come. */
  add(bytes: number): void;
  /** Ends the count when the body has been read or given up. */
  close(): void;
}

const LOOK_MS = 1000;

/**
 * Limits the bodies that are read at the same time: each must come at a least rate and be whole in time, and all of them
 * together take a limited number of bytes. Over that limit, the account or network with the most bytes loses its oldest
 * body, so that a client that sends many bodies at once, or slowly, delays only itself.
 */
export class Bodies {
  /**
   * The bodies that are being read, oldest first. This is a list, since a Set that each request joins and leaves would keep
   * old entries in memory (ADR-0105).
   */
  readonly #open: Body[] = [];
  readonly #limits: BodyLimits;
  #bytes = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: Partial<BodyLimits> = {}) {
    this.#limits = { ...BODY_LIMITS, ...limits };
  }

  /** Begins to count a body. `cut` is called at most once, with the reason why the body is not read any further. */
  open(whose: string | Networks, cut: (why: Error) => void): OpenBody {
    const owner = typeof whose === "string" ? { site: whose, client: whose } : whose;
    const body: Body = { owner, began: performance.now(), bytes: 0, cut, isOpen: true };
    this.#open.push(body);
    // Bytes that came while the process stood still are read and counted first.
    this.#timer ??= setInterval(() => void quietTurn().then(() => this.#cutSlow()), LOOK_MS).unref();
    return {
      add: (bytes) => {
        if (!body.isOpen) return;
        body.bytes += bytes;
        this.#bytes += bytes;
        while (this.#bytes > this.#limits.mostBytesAtOnce) this.#cut(greatestOf(this.#open), crowded());
      },
      close: () => this.#close(body),
    };
  }

  #cutSlow(): void {
    const now = performance.now();
    for (const body of this.#open.slice()) {
      const why = tooSlow(body, this.#limits, now);
      if (why !== null) this.#cut(body, why);
    }
  }

  #cut(body: Body, why: Error): void {
    // Cutting one body may close another one.
    if (!body.isOpen) return;
    this.#close(body);
    body.cut(why);
  }

  #close(body: Body): void {
    if (!body.isOpen) return;
    body.isOpen = false;
    this.#open.splice(this.#open.indexOf(body), 1);
    this.#bytes -= body.bytes;
    if (this.#open.length > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

/** The bodies that this process reads. */
const ours = new Bodies();
