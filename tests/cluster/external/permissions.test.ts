import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { signUp } from "../../helpers/client.js";
import { startNatsServer } from "../../helpers/nats-server.js";
import { openCluster } from "../../helpers/open-cluster.js";
import { startStockNode } from "../../helpers/stock-node.js";
import { waitUntil } from "../../helpers/wait-until.js";

test("a stock node is served under the NATS permissions of docs/external-services.md, which let it call nobody (rules/running 32)", async (t) => {
  const namespace = `test-${randomBytes(6).toString("hex")}`;
  const page = await readFile(join(PACKAGE_ROOT, "docs/external-services.md"), "utf8");
  const [written = ""] = /permissions: \{[^`]+/.exec(page) ?? [];
  const permissions = written.replaceAll("MOL-kiln.", `MOL-${namespace}.`);
  const nats = await startNatsServer({
    more: `authorization { users: [ { user: kiln, password: p }, { user: other, password: p, ${permissions} } ] }`,
  });
  t.teardown(() => nats.close());
  const urlOf = (user: string) => nats.url.replace("//", `//${user}:p@`);
  const cluster = await openCluster({
    NATS_URL: urlOf("kiln"),
    NAMESPACE: namespace,
    EXTERNAL_SERVICES: "shortener.*",
  });
  t.teardown(() => cluster.close());
  const [gateway] = await Promise.all([cluster.gateway(), cluster.areas()]);
  const { api } = await signUp(cluster.url);
  const node = await startStockNode(urlOf("other"), namespace, "shortener-1");
  t.teardown(() => node.end());
  const isServed = async () => (await api.get("/v1/x/shortener/links/1")).status === 200;
  await waitUntil(isServed, { what: () => `It is not served:\n${gateway.output}` });
  // NATS drops the call of the node, which waits for an answer until its caller has given up.
  t.is((await api.get("/v1/x/shortener/reach")).status, 503);
  await node.end();
  await waitUntil(async () => !(await isServed()));
});
