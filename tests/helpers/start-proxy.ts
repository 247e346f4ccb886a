import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";
import { freePort } from "./free-port.js";

export type ProxyName = "nginx" | "caddy";

export interface Proxy {
  /** Certificate of `https://localhost:<port>`, made for this run. */
  certificate: string;
  stop(): Promise<void>;
}

const example = (name: string) => readFile(join(PACKAGE_ROOT, "examples/proxy", name), "utf8");

/** Replaces each of the texts. Throws for a text that is missing, because the shipped example is what is tested. */
function fill(text: string, places: Readonly<Record<string, string>>): string {
  let filled = text;
  for (const [place, value] of Object.entries(places)) {
    if (!filled.includes(place)) throw new Error(`The example does not say ${place}.`);
    filled = filled.replaceAll(place, value);
  }
  return filled;
}

/** Starts the example of a proxy in front of a server on this machine, with its name, address and certificate filled in. */
export async function startProxy(
  binary: string,
  name: ProxyName,
  { port, upstream }: { port: number; upstream: string },
): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), "kiln-proxy-"));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const made =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost";
  await promisify(execFile)("openssl", [
    ...made.split(" "),
    "-addext",
    "subjectAltName=DNS:localhost",
    "-keyout",
    key,
    "-out",
    certificate,
  ]);
  const paths = { folder, key, certificate, port, upstream: new URL(upstream).host };
  const child = name === "nginx" ? await startNginx(binary, paths) : await startCaddy(binary, paths);
  return {
    certificate: await readFile(certificate, "utf8"),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Paths {
  folder: string;
  key: string;
  certificate: string;
  port: number;
  upstream: string;
}

async function startNginx(
  binary: string,
  { folder, key, certificate, port, upstream }: Paths,
): Promise<ChildProcess> {
  const site = fill(await example("nginx.conf"), {
    "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
    "listen 80": `listen 127.0.0.1:${await freePort()}`,
    "server_name kiln.example": "server_name localhost",
    "/etc/ssl/kiln/fullchain.pem": certificate,
    "/etc/ssl/kiln/privkey.pem": key,
    "127.0.0.1:3000": upstream,
  });
  const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const config = [
    `daemon off; pid ${folder}/nginx.pid; error_log stderr;`,
    process.getuid?.() === 0 ? "user root;" : "",
    `events {} http { access_log off; ${own.join(" ")}`,
    site,
    "}",
  ];
  await writeFile(join(folder, "nginx.conf"), config.join("\n"));
  return spawn(binary, ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")], { stdio: "ignore" });
}

async function startCaddy(
  binary: string,
  { folder, key, certificate, port, upstream }: Paths,
): Promise<ChildProcess> {
  const config = fill(await example("Caddyfile"), {
    "\tservers {": "\tadmin off\n\tauto_https disable_redirects\n\tservers {",
    "kiln.example {": `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`,
    "127.0.0.1:3000": upstream,
  });
  const file = join(folder, "Caddyfile");
  await writeFile(file, config);
  return spawn(binary, ["run", "--adapter", "caddyfile", "--config", file], {
    stdio: "ignore",
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
}
