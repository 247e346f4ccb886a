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

/** Whether a request says itself that its body is longer than `maxBytes`. */
export const declaresOver = ({ headers }: Pick<IncomingMessage, "headers">, maxBytes: number): boolean =>
  Number(headers["content-length"] ?? 0) > maxBytes;

/** What comes of a body beyond these flows at a rate that all such bodies share: at full speed a few would keep the event loop. */
const FREE_BYTES = 512 * 1024;
const pace = new Pace({ rate: 32 * 1024 * 1024, burst: 32 * 1024 * 1024 });

export interface ReadOptions {
  /** Whose body it is, an account or the networks of a stranger; without one it is that of the other end of the connection. */
  owner?: string | Networks;
  bodies?: Bodies;
}

/**
 * The body of a request, counted while it comes. Over `maxBytes`, declared or sent: throws what `tooLarge` makes, and
 * leaves the rest unread, for the sender has yet to see the answer. So does what comes too slowly (invalid_params), and
 * what there is no room for (unavailable).
 * Throws invalid_params when the client leaves in the middle of its body: nothing of the inside went wrong.
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
  // by events: an iterator with its promises is a good part of the work of a short answer
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
  /** Called when the body has been read or given up. */
  close(): void;
}

const LOOK_MS = 1000;

/**
 * Bounds the bodies that are read at the same time: each comes at a least rate and is whole in time, and all of them
 * together take so many bytes at most. When these are taken, the account or network that has most of them loses the body that has been
 * coming for longest, so that whoever sends many at once, or slowly, delays only themselves.
 */
export class Bodies {
  /** In the order in which they began. It is a list, for a Set that each request joins and leaves keeps what has left it (ADR-0105). */
  readonly #open: Body[] = [];
  readonly #limits: BodyLimits;
  #bytes = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: Partial<BodyLimits> = {}) {
    this.#limits = { ...BODY_LIMITS, ...limits };
  }

  /** `cut` is called once at most, with why the body is not read any further. */
  open(whose: string | Networks, cut: (why: Error) => void): OpenBody {
    const owner = typeof whose === "string" ? { site: whose, client: whose } : whose;
    const body: Body = { owner, began: performance.now(), bytes: 0, cut, isOpen: true };
    this.#open.push(body);
    // Bytes that came while the process stood still are read, and counted, first.
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
    // one that is cut may close another one
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
