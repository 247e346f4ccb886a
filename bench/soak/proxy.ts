import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const HEALTH_MS = 250;
const HEALTH_PATIENCE_MS = 2000;
/** Number of checks without an answer after which a process is red. A process that is slow now and then stays green. */
const SILENCES = 3;

/** Process behind the proxy. Its address stays when it is started again. */
export interface Upstream {
  name: string;
  url: string;
}

interface Known extends Upstream {
  isGreen: boolean;
  /** Whether the process took no connection when it was asked last. */
  isAway: boolean;
  silences: number;
  agent: Agent;
}

/** Request that got no whole answer from its process. */
export interface Fault {
  upstream: string;
  /** Kind of the fault: no connection, or one that broke. */
  kind: "refused" | "reset";
  code: string;
}

/**
 * Time limit of idle connections, shorter than the 72 s of Kiln, as docs/security.md asks of a proxy. Node's agent would use the
 * 72 s that answers name, less one second, in which a busy machine may not notice that the other side has closed.
 */
const IDLE_MS = 30_000;

/**
 * Plain round-robin proxy: each request goes to the next process whose /readyz is green, and to no other one afterwards. A
 * process that takes no connection is red at once, and one that is silent after three checks. When none is green, all that take
 * connections are asked in turn, as usual proxies do.
 */
export class RoundRobin {
  readonly #upstreams: Known[];
  readonly #server: Server;
  readonly #over = new AbortController();
  readonly #checks: Promise<void>[];
  /** Faults by the `X-Request-Id` of the request. */
  readonly faults = new Map<string, Fault>();
  readonly asked = new Map<string, number>();
  #turn = 0;

  constructor(upstreams: readonly Upstream[]) {
    this.#upstreams = upstreams.map((each) => ({
      ...each,
      isGreen: false,
      isAway: false,
      silences: 0,
      agent: new Agent({ keepAlive: true, timeout: IDLE_MS }),
    }));
    this.#server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, (req, res) =>
      this.#pass(req, res),
    );
    this.#checks = this.#upstreams.map((each) => this.#watch(each));
  }

  async listen(port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject).listen(port, "127.0.0.1", resolve);
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#over.abort();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await Promise.all(this.#checks);
    for (const { agent } of this.#upstreams) agent.destroy();
  }

  async #watch(upstream: Known): Promise<void> {
    while (!this.#over.signal.aborted) {
      const signal = AbortSignal.timeout(HEALTH_PATIENCE_MS);
      const answer = await fetch(`${upstream.url}/readyz`, {
        signal,
        headers: { connection: "close" },
      }).catch(() => null);
      await answer?.body?.cancel();
      upstream.silences = answer === null && signal.aborted ? upstream.silences + 1 : 0;
      upstream.isAway = answer === null && !signal.aborted;
      if (answer !== null || upstream.isAway || upstream.silences >= SILENCES)
        upstream.isGreen = answer?.status === 200;
      await sleep(HEALTH_MS, null, { signal: this.#over.signal }).catch(() => {});
    }
  }

  #next(): Known {
    const green = this.#upstreams.filter(({ isGreen }) => isGreen);
    const there = this.#upstreams.filter(({ isAway }) => !isAway);
    const choice = [green, there, this.#upstreams].find(({ length }) => length > 0) ?? [];
    this.#turn += 1;
    const next = choice[this.#turn % choice.length];
    if (next === undefined) throw new Error("The proxy has nobody behind it.");
    this.asked.set(next.name, (this.asked.get(next.name) ?? 0) + 1);
    return next;
  }

  #pass(req: IncomingMessage, res: ServerResponse): void {
    const upstream = this.#next();
    const id = String(req.headers["x-request-id"]);
    const fail = (error: NodeJS.ErrnoException): void => {
      const kind = error.code === "ECONNREFUSED" ? "refused" : "reset";
      if (kind === "refused") [upstream.isGreen, upstream.isAway] = [false, true];
      const on = out.reusedSocket ? "a kept connection" : "a new connection";
      this.faults.set(id, { upstream: upstream.name, kind, code: `${error.code ?? error.message}, ${on}` });
      if (res.headersSent) res.destroy();
      else res.writeHead(502).end();
    };
    const { connection: _, ...headers } = req.headers;
    const out = request(
      `${upstream.url}${req.url ?? "/"}`,
      { method: req.method, headers, agent: upstream.agent },
      (answer) => {
        const { connection: __, "keep-alive": ___, ...rest } = answer.headers;
        res.writeHead(answer.statusCode ?? 502, { ...rest, "x-behind": upstream.name });
        answer.on("error", fail).pipe(res);
      },
    );
    out.on("error", fail);
    // When a caller leaves, its request ends too.
    res.on("close", () => (res.writableEnded ? undefined : out.destroy()));
    req.pipe(out);
  }
}
