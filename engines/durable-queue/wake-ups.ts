import type { Signals } from "../../runtime/cluster/signals.js";
import type { NamedTask } from "./enqueue.js";

/** So many processes are woken one after the other while there is more to do than those before had slots for. */
const MOST_HOPS = 4;
/** A longer wait is left to the polls. */
const LONGEST_TIMER_MS = 10_000;

/** Work of a queue that is due, of the payer if one is named; `task` where it is one that nobody has claimed yet. */
interface Ready {
  queue: string;
  payer?: string;
  task?: NamedTask;
}

/** The process that is woken. */
export interface Woken {
  queues(): readonly string[];
  worksOn(queue: string): boolean;
  hasRoom(queue: string): boolean;
  /** Looks for due work, now. Where nothing else can be due, what is named may be claimed without a look. */
  look(queue: string, named?: NamedTask & { payer: string }): void;
  /** Something of the payer may be due. */
  note(queue: string, payer: string): void;
  /** More is due than there are slots: looks when one is free. */
  lookLater(queue: string): void;
}

/**
 * Wakes one process for work that is due: this one if it has a slot, else the one whose turn it is. A process without a slot
 * wakes another one, and so does who finds more than it can take. What is lost on the way is found by the polls.
 */
export class WakeUps {
  readonly #signals: Signals;
  readonly #woken: Woken;
  readonly #peers: Peers;
  /** Queues of which something was heard since the last look, and how many processes were woken for it before this one. */
  readonly #news = new Map<string, number>();
  #unsubscribe: (() => void) | null = null;

  constructor(signals: Signals, woken: Woken) {
    this.#signals = signals;
    this.#woken = woken;
    this.#peers = new Peers(signals, () => woken.queues());
  }

  start(): void {
    this.#unsubscribe = this.#signals.on("task.ready", (ready) => this.#hear(ready));
    this.#peers.start();
  }

  stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#peers.stop();
  }

  /** The queues that this process works on have changed. */
  changed(): void {
    this.#peers.tell();
  }

  /** Wakes a process when the work is due, `afterMs` from now. */
  announce({ queue, payer }: Ready, afterMs: number, task?: NamedTask): void {
    const ready = { queue, ...(payer !== undefined && { payer }), ...(task !== undefined && { task }) };
    if (afterMs <= 0) this.#wakeSomebody(ready);
    // A poll would find it up to half a second late.
    else if (afterMs < LONGEST_TIMER_MS && this.#unsubscribe !== null)
      setTimeout(() => this.#wakeSomebody(ready), afterMs + 1).unref();
  }

  /** A look at a queue is over, which may have left some for others. */
  looked(queue: string, isShort: boolean): void {
    const hops = this.#news.get(queue);
    this.#news.delete(queue);
    if (isShort && hops !== undefined) this.#passOn({ queue }, hops);
  }

  #wakeSomebody(ready: Ready): void {
    if (this.#unsubscribe !== null && this.#woken.hasRoom(ready.queue)) return this.#hear(ready);
    const { task, ...work } = ready;
    const to = this.#peers.next(ready.queue);
    // All others learn that the payer has something, and look when one of their slots is free.
    this.#signals.send("task.ready", {
      ...work,
      ...(to !== null && { to, ...(task !== undefined && { task }) }),
    });
  }

  #hear({ queue, payer, to, task, hops = 0 }: Ready & { to?: string; hops?: number }): void {
    const isMine = to === undefined || to === this.#signals.node;
    if (this.#woken.worksOn(queue)) {
      if (payer !== undefined) this.#woken.note(queue, payer);
      if (this.#woken.hasRoom(queue)) {
        if (!isMine) return;
        this.#news.set(queue, Math.min(hops, this.#news.get(queue) ?? hops));
        return this.#woken.look(
          queue,
          task === undefined || payer === undefined ? undefined : { ...task, payer },
        );
      }
      this.#woken.lookLater(queue);
    }
    if (to !== undefined && isMine) this.#passOn({ queue, ...(payer !== undefined && { payer }) }, hops);
  }

  /** Wakes another process for what this one has no slot for. */
  #passOn(ready: Ready, hops: number): void {
    const to = hops < MOST_HOPS ? this.#peers.next(ready.queue) : null;
    if (to !== null) this.#signals.sendTo(to, "task.ready", { ...ready, to, hops: hops + 1 });
  }
}

/** So often each process tells the others again what it works on: a message may be lost. */
const TELL_MS = 10_000;
/** After three of those messages are missing a process is not counted on any more. */
const FORGOTTEN_MS = 3 * TELL_MS;
/** Changes that come together are told once; by then a node that has just come is known to all as one of the deployment. */
const TOGETHER_MS = 300;

interface Peer {
  queues: ReadonlySet<string>;
  heardAt: number;
}

/**
 * Knows which other processes work on a queue, so that one of them is woken for a task and not all: each look of a process
 * that finds nothing costs the database as much as one that finds something.
 */
class Peers {
  readonly #signals: Signals;
  readonly #queues: () => readonly string[];
  /** By the ids of their nodes. */
  readonly #peers = new Map<string, Peer>();
  #turn = 0;
  #telling: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stops: (() => void)[] = [];

  /** `queues` gives those that this process works on. */
  constructor(signals: Signals, queues: () => readonly string[]) {
    this.#signals = signals;
    this.#queues = queues;
  }

  start(): void {
    this.#timer = setInterval(() => this.tell(), TELL_MS).unref();
    this.#stops = [
      this.#signals.on("task.workers", ({ queues }, node) => {
        if (node !== this.#signals.node)
          this.#peers.set(node, { queues: new Set(queues), heardAt: performance.now() });
      }),
      this.#signals.onNode({ came: () => this.tell(), left: (node) => this.#peers.delete(node) }),
    ];
    this.tell();
  }

  stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#telling);
    for (const stop of this.#stops) stop();
    this.#timer = undefined;
    this.#signals.send("task.workers", { queues: [] });
  }

  /** Tells the others which queues this process works on. */
  tell(): void {
    if (this.#telling !== undefined || this.#timer === undefined) return;
    this.#telling = setTimeout(() => {
      this.#telling = undefined;
      this.#signals.send("task.workers", { queues: this.#queues() });
    }, TOGETHER_MS).unref();
  }

  /** The node whose turn it is to be woken for the queue; null where none is known to work on it. */
  next(queue: string): string | null {
    const since = performance.now() - FORGOTTEN_MS;
    const able = [...this.#peers].filter(([, peer]) => peer.heardAt >= since && peer.queues.has(queue));
    if (able.length === 0) return null;
    this.#turn = (this.#turn + 1) % able.length;
    return able[this.#turn]?.[0] ?? null;
  }
}
