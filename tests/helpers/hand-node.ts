import { connect, type NatsConnection } from "nats";

type Json = Record<string, unknown>;
type Answer = (request: Json) => Json;

/**
 * A node that speaks Moleculer's protocol 5 by hand, as a library of another language would: INFO, answers to REQ and
 * PING, no heartbeat unless asked. Every packet can be sent as somebody who lies would.
 */
export class HandNode {
  readonly id: string;
  readonly #nats: NatsConnection;
  readonly #prefix: string;
  #services: readonly Json[] = [];
  #seq = 1;
  /** Says nothing of itself, as a stock node that is about to start. */
  isQuiet = false;
  /** Whatever it heard, by command. */
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

  /** Offers something else, and says so only to who asks. */
  change(services: readonly Json[]): void {
    this.#services = services;
    this.#seq += 1;
  }

  /** How often it heard a command. */
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

/** A service as its node describes it, with one action for each route. */
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
