import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { signUp } from "../../helpers/client.js";
import { IS_LONG } from "../../helpers/is-long.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { type NatsServer, startNatsServer, threeNatsServers } from "../../helpers/nats-server.js";
import { openCluster } from "../../helpers/open-cluster.js";
import { selfSigned } from "../../helpers/self-signed.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

/** The tests are about the values of NATS_URL: several servers, a password, TLS by a private authority. */
const PASSWORD = "a:b@c/d %";

test("of three NATS servers each is killed in turn: the processes go on over the others", async (t) => {
  const servers = await threeNatsServers(PASSWORD);
  t.teardown(() => Promise.all(servers.map((server) => server.close())));
  const address = ({ url }: NatsServer) =>
    url.replace("nats://", `nats://kiln:${encodeURIComponent(PASSWORD)}@`);
  const cluster = await openCluster({ NATS_URL: servers.map(address).join(",") });
  t.teardown(() => cluster.close());
  const behind = IS_LONG ? [cluster.areas(), cluster.worker()] : [cluster.areasAndWorker()];
  await Promise.all([cluster.gateway(), ...behind]);
  const { api } = await signUp(cluster.url);
  await waitUntil(async () => (await api.get("/v1/models")).body.total > 0);
  const goesOn = async () => {
    await waitUntil(async () => (await api.get("/v1/models")).body.total > 0);
    const created = await api.post("/v1/generations", mockRequest());
    t.is(created.status, 200, JSON.stringify(created.body));
    t.is((await waitForJob(api, created.body.job.id)).status, "succeeded");
  };
  for (const server of servers) {
    await server.kill();
    await goesOn();
    await server.start();
  }
  await goesOn();
});

test("NATS over TLS by an authority of one's own", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "kiln-nats-tls-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const { key, cert } = selfSigned();
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  await Promise.all([writeFile(keyFile, key), writeFile(certFile, cert)]);
  const server = await startNatsServer({
    more: `authorization { token: "${PASSWORD}" }\ntls { cert_file: "${certFile}", key_file: "${keyFile}" }`,
  });
  t.teardown(() => server.close());
  const NATS_URL = `tls://${encodeURIComponent(PASSWORD)}@localhost:${new URL(server.url).port}`;
  const cluster = await openCluster({ NATS_URL });
  t.teardown(() => cluster.close());
  const NATS_CA_FILE = certFile;
  await Promise.all([cluster.gateway({ NATS_CA_FILE }), cluster.areas({ NATS_CA_FILE })]);
  const { api } = await signUp(cluster.url);
  t.is((await api.get("/v1/account")).status, 200);

  // Without the authority no server is trusted, and without the password no client is admitted. The log names the variable.
  const { port } = new URL(server.url);
  const [distrustful, unknown] = [
    cluster.site.launch({ NATS_URL, SERVICES: "models" }),
    cluster.site.launch({ NATS_URL: `tls://wrong@localhost:${port}`, NATS_CA_FILE, SERVICES: "models" }),
  ];
  await waitUntil(() => distrustful.output.includes("NATS_CA_FILE"), { what: () => distrustful.output });
  await waitUntil(() => unknown.output.includes("refuses the user and password"), {
    what: () => unknown.output,
  });
});
