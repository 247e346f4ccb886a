import type { Signals } from "../../runtime/cluster/signals.js";

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
export class Peers {
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
