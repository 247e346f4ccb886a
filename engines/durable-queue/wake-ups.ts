import type { Signals } from "../../runtime/cluster/signals.js";

/** A task that was queued a moment ago, and that nobody has claimed before. */
export interface NamedTask {
  id: string;
  subject: string;
}

/** The most processes that are woken one after the other while more is due than the ones before had slots for. */
const MOST_HOPS = 4;
/** The longest wait for which a timer is set; after a longer one a poll finds the task. */
const LONGEST_TIMER_MS = 10_000;

/** Due work of a queue, and of the payer if one is named; `task` is set when it is a new task that nobody has claimed yet. */
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
  /** Looks for due work now. Where nothing else can be due, the named task may be claimed without a look. */
  look(queue: string, named?: NamedTask & { payer: string }): void;
  /** Notes that a task of the payer may be due. */
  note(queue: string, payer: string): void;
  /** Notes that more is due than there are slots, so that the queue is looked at when one is free. */
  lookLater(queue: string): void;
}

/**
 * Wakes one process for work that is due: this one if it has a slot, else the one whose turn it is. A process without a slot
 * wakes another one, and so does a process that finds more than it can take. Polls make up for messages that are lost.
 */
export class WakeUps {
  readonly #signals: Signals;
  readonly #woken: Woken;
  readonly #peers: Peers;
  /** The number of processes that were woken before this one, by queue, for the wake-ups since the queue's last look. */
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

  /** Tells the other processes that the queues which this one works on have changed. */
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

  /** Called after a look at a queue; wakes another process when the look has left tasks for others. */
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

  /** Wakes another process for work for which this one has no slot. */
  #passOn(ready: Ready, hops: number): void {
    const to = hops < MOST_HOPS ? this.#peers.next(ready.queue) : null;
    if (to !== null) this.#signals.sendTo(to, "task.ready", { ...ready, to, hops: hops + 1 });
  }
}

/** The time after which each process tells the others again what it works on, since a message may be lost. */
const TELL_MS = 10_000;
/** The time after which a process from which no such message came is no longer woken. */
const FORGOTTEN_MS = 3 * TELL_MS;
/** The delay of a message, so that changes at the same time are told once, and every node knows one that has just come. */
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
  /** The other processes, by the ids of their nodes. */
  readonly #peers = new Map<string, Peer>();
  #turn = 0;
  #telling: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stops: (() => void)[] = [];

  /** Makes the list of peers; `queues` returns the queues that this process works on. */
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

  /** Returns the node whose turn it is to be woken for the queue; null where none is known to work on it. */
  next(queue: string): string | null {
    const since = performance.now() - FORGOTTEN_MS;
    const able = [...this.#peers].filter(([, peer]) => peer.heardAt >= since && peer.queues.has(queue));
    if (able.length === 0) return null;
    this.#turn = (this.#turn + 1) % able.length;
    return able[this.#turn]?.[0] ?? null;
  }
}
