import { connect, type NatsConnection } from "nats";

type Json = Record<string, unknown>;
type Answer = (request: Json) => Json;

/**
 * Node that speaks Moleculer's protocol 5 without the library, as an implementation in another language would: INFO, answers to
 * REQ and PING, and heartbeats only when asked. A test can send any packet through it, also a false one.
 */
export class HandNode {
  readonly id: string;
  readonly #nats: NatsConnection;
  readonly #prefix: string;
  #services: readonly Json[] = [];
  #seq = 1;
  /** Whether the node sends no INFO, as a stock node that is about to start. */
  isQuiet = false;
  /** Packets that the node received, with their command. */
  readonly heard: { command: string; packet: Json }[] = [];
  answer: Answer = () => ({ success: true, data: { by: "hand" } });

  private constructor(nats: NatsConnection, namespace: string, id: string) {
    this.id = id;
    this.#nats = nats;
    this.#prefix = `MOL-${namespace}`;
  }

  static async start(
    natsUrl: string,
    namespace: string,
    id: string,
    services: readonly Json[],
    { isQuiet = false } = {},
  ): Promise<HandNode> {
    const node = new HandNode(await connect({ servers: natsUrl }), namespace, id);
    node.isQuiet = isQuiet;
    for (const subject of ["DISCOVER", `DISCOVER.${id}`]) node.#on(subject, () => node.info());
    node.#on(`PING.${id}`, ({ sender, time, id: ping }) =>
      node.send(`PONG.${String(sender)}`, { time, arrived: 1, id: ping }),
    );
    node.#on(`REQ.${id}`, (packet) => node.#request(packet));
    for (const subject of [`EVENT.${id}`, `RES.${id}`]) node.#on(subject, () => {});
    node.offer(services);
    await node.#nats.flush();
    return node;
  }

  #on(subject: string, hear: (packet: Json) => void): void {
    this.#nats.subscribe(`${this.#prefix}.${subject}`, {
      callback: (_, { data }) => {
        const packet = JSON.parse(Buffer.from(data).toString()) as Json;
        this.heard.push({ command: subject.split(".")[0] ?? "", packet });
        hear(packet);
      },
    });
  }

  #request(packet: Json): void {
    const answer = this.answer(packet);
    if (!("silent" in answer))
      this.send(`RES.${String(packet.sender)}`, { id: packet.id, meta: {}, ...answer });
  }

  offer(services: readonly Json[]): void {
    this.change(services);
    this.info();
  }

  /** Replaces the services of the node, and tells them only to nodes that ask. */
  change(services: readonly Json[]): void {
    this.#services = services;
    this.#seq += 1;
  }

  /** Returns how often the node received a command. */
  count = (command: string): number => this.heard.filter((each) => each.command === command).length;

  info(more: Json = {}): void {
    if (this.isQuiet) return;
    this.send("INFO", {
      services: this.#services,
      ipList: [],
      hostname: "elsewhere",
      client: { type: "go", version: "0.0.0", langVersion: "1" },
      config: {},
      instanceID: `${this.id}-1`,
      metadata: {},
      seq: this.#seq,
      ...more,
    });
  }

  send(subject: string, packet: Json): void {
    this.raw(subject, JSON.stringify({ ver: "5", sender: this.id, ...packet }));
  }

  raw(subject: string, text: string): void {
    this.#nats.publish(`${this.#prefix}.${subject}`, Buffer.from(text));
  }

  close(): Promise<void> {
    return this.#nats.close();
  }
}

/** Makes the description of a service as its node sends it, with one action for each route. */
export function described(name: string, routes: Readonly<Record<string, Json>>): Json {
  const actions = Object.entries(routes).map(([rawName, more]) => [
    `${name}.${rawName}`,
    { name: `${name}.${rawName}`, rawName, scope: "content:read", ...more },
  ]);
  return {
    name,
    fullName: name,
    settings: {},
    metadata: {},
    actions: Object.fromEntries(actions) as Json,
    events: {},
  };
}
