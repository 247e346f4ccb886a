import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { type NatsServer, startNatsServer } from "../../helpers/nats-server.js";
import { type Cluster, openCluster } from "../../helpers/open-cluster.js";
import { setBalance } from "../../helpers/set-balance.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

/** The NATS server takes messages of 1 MB, its default (rules/running 11). */
let nats: NatsServer;
let cluster: Cluster;
let all: KilnProcess[];
let person: Person;
test.before(async () => {
  nats = await startNatsServer({ maxPayload: "1MB" });
  cluster = await openCluster({ NATS_URL: nats.url });
  all = await Promise.all([cluster.gateway(), cluster.areas(), cluster.worker()]);
  const operator = await signUp(cluster.url);
  person = await signUp(cluster.url);
  await setBalance(operator, person, 10_000);
  await waitUntil(async () => (await person.api.get("/v1/models")).body.total > 0);
});
test.after.always(async () => {
  await cluster?.close();
  await nats?.close();
});

test.serial(
  "each process warns at its start that NATS takes less than a request may have (rules/running 11)",
  (t) => {
    for (const { output } of all) t.regex(output, /NATS has max_payload 1 MB; set it to 48 MB/);
  },
);

test.serial(
  "a request over NATS's max_payload is payload_too_large, and the node is not cut off (rules/running 11)",
  async (t) => {
    const answer = await person.api.post("/v1/generations", mockRequest("x".repeat(2 * 1024 * 1024)));
    t.is(answer.status, 413, JSON.stringify(answer.body));
    t.is(answer.body.error.code, "payload_too_large");
    t.regex(answer.body.error.message, /larger than 1 MB/);
    t.is((await person.api.post("/v1/generations", mockRequest())).status, 200);
  },
);

test.serial(
  "an answer over NATS's max_payload is payload_too_large at once, a smaller page comes through (rules/running 11)",
  async (t) => {
    const prompt = "[slow=3600]".padEnd(9000, "x");
    for (let round = 0; round < 8; round += 1) {
      const created = await Promise.all(
        Array.from({ length: 20 }, () => person.api.post("/v1/generations", mockRequest(prompt))),
      );
      for (const { status } of created) t.is(status, 200);
    }
    const whole = await person.api.get("/v1/generations?limit=200");
    t.is(whole.status, 413, JSON.stringify(whole.body).slice(0, 300));
    t.is(whole.body.error.code, "payload_too_large");
    t.regex(whole.body.error.message, /Ask for less at a time/);
    const page = await person.api.get("/v1/generations?limit=50");
    t.is(page.status, 200);
    t.is(page.body.jobs.length, 50);
    for (const { url, output } of all) {
      t.is((await fetch(`${url}/readyz`)).status, 200);
      t.notRegex(output, /connection to NATS is lost/);
    }
  },
);
