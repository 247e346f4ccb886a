import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { findGalera } from "../../run/find-galera.js";
import { type Guarded, startGuarded } from "../../run/guarded.js";
import { freePort } from "../free-port.js";
import { waitUntil } from "../wait-until.js";
import { probeDatabase } from "../../run/start-mariadb.js";
import { GaleraNode, type GaleraPorts } from "./galera-node.js";

const execute = promisify(execFile);

/** Three nodes behind HAProxy with the configuration that ships (docker/haproxy-galera.cfg), and an empty database. */
export class Galera {
  readonly nodes: readonly GaleraNode[];
  /** URL of the database through the proxy. */
  readonly url: string;
  readonly #folder: string;
  readonly #proxy: Guarded;

  constructor(nodes: readonly GaleraNode[], url: string, folder: string, proxy: Guarded) {
    this.nodes = nodes;
    this.url = url;
    this.#folder = folder;
    this.#proxy = proxy;
  }

  /** Returns the node to which the proxy sends the connections of Kiln. */
  async writer(): Promise<GaleraNode> {
    const counts = await Promise.all(
      this.nodes.map(async (node) => {
        const [rows] = await node
          .run("SELECT COUNT(*) AS n FROM information_schema.processlist WHERE db = 'kiln'")
          .catch(() => [[]] as const);
        return { node, count: Number(rows[0]?.n ?? 0) };
      }),
    );
    const [busiest] = counts.toSorted((one, other) => other.count - one.count);
    if (busiest === undefined || busiest.count === 0) throw new Error("No node has connections.");
    return busiest.node;
  }

  /** Returns the URL of the database on one node, past the proxy. */
  at(node: GaleraNode): string {
    return `${node.url}kiln`;
  }

  async close(): Promise<void> {
    await this.#proxy.stop();
    await Promise.all(this.nodes.map((node) => node.stop()));
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/**
 * Opens the cluster. The data of all nodes are copies of the first node's data, with the position at which it was stopped. A node
 * that joins is therefore sent only the changes that it lacks.
 */
export async function openGalera(): Promise<Galera> {
  const programs = findGalera();
  if (programs === null) throw new Error("Galera, HAProxy or what they need is not on this machine.");
  const { server, install, haproxy, provider } = programs;
  const folder = await mkdtemp(join(tmpdir(), "kiln-galera-"));
  const ports: GaleraPorts[] = [];
  for (let at = 0; at < 3; at += 1)
    ports.push({
      sql: await freePort(),
      group: await freePort(),
      transfer: await freePort(),
      state: await freePort(),
    });
  const group = ports.map((each) => each.group);
  const nodes = ports.map(
    (each, at) => new GaleraNode({ folder: join(folder, String(at)), ports: each, group, provider, server }),
  );
  const dataOf = (at: number) => join(folder, String(at), "data");
  await Promise.all(nodes.map((_node, at) => mkdir(join(folder, String(at)))));
  await execute(
    install,
    [
      "--no-defaults",
      ...(process.getuid?.() === 0 ? ["--user=root"] : []),
      `--datadir=${dataOf(0)}`,
      "--auth-root-authentication-method=normal",
      "--skip-test-db",
    ],
    // A folder of its own keeps it from using the temporary tables of another mariadb-install-db.
    { maxBuffer: 1e7, env: { ...process.env, TMPDIR: folder } },
  );
  const [first, ...others] = nodes as [GaleraNode, ...GaleraNode[]];
  await first.start({ isFirst: true });
  await first.run("CREATE DATABASE kiln CHARACTER SET utf8mb4");
  await first.run("CREATE USER 'haproxy'@'%'");
  await first.stop();
  await Promise.all(others.map((_node, at) => cp(dataOf(0), dataOf(at + 1), { recursive: true })));
  await first.start({ isFirst: true });
  for (const node of others) await node.start();

  const port = await freePort();
  const addresses = Object.fromEntries(nodes.map(({ address }, at) => [`GALERA_${at + 1}`, address]));
  const proxy = startGuarded({
    command: haproxy,
    args: ["-db", "-f", join(PACKAGE_ROOT, "docker/haproxy-galera.cfg")],
    env: { ...process.env, GALERA_BIND: `127.0.0.1:${port}`, ...addresses },
    output: "pipe",
  });
  proxy.process.stdout?.resume();
  proxy.process.stderr?.resume();
  const url = `mysql://root@127.0.0.1:${port}/kiln`;
  await waitUntil(
    () =>
      probeDatabase(url).then(
        () => true,
        () => false,
      ),
    { what: () => "HAProxy leads to no node." },
  );
  return new Galera(nodes, url, folder, proxy);
}
