import test from "ava";
import { ServiceBroker } from "moleculer";
import { Signals } from "../../../runtime/cluster/signals.js";
import { ProviderCircuit } from "../../../entities/provider-circuit.js";
import { reader, transaction } from "../../../runtime/database/transaction.js";
import {
  countFault,
  hearOfFailures,
  noteFailure,
  noteSuccess,
  readCircuit,
  takeTrial,
} from "../../../services/generation/circuit.js";
import { FAILURES_TO_OPEN, readAllBeforeSubmit } from "../../../services/generation/circuit-reads.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { waitUntil } from "../../helpers/wait-until.js";

test("a provider's first failures, all at once, are all counted (rules/models 29)", async (t) => {
  const database = await openTestDatabase();
  t.teardown(() => database.close());
  await Promise.all(
    Array.from({ length: FAILURES_TO_OPEN }, () => transaction(database, (tx) => noteFailure(tx, "new"))),
  );
  const circuit = await reader(database).findOne(ProviderCircuit, { id: "new" });
  t.is(circuit?.failures, FAILURES_TO_OPEN);
  t.is((await readCircuit(reader(database), "new")).state, "open");
  await transaction(database, (tx) => noteSuccess(tx, "new"));
  t.is((await readCircuit(reader(database), "new")).state, "closed");
});

test("a process that has just found a provider without a failure refuses it as soon as it has counted five itself (rules/models 29)", async (t) => {
  const database = await openTestDatabase();
  t.teardown(() => database.close());
  const read = reader(database);
  const circuit = async () =>
    (await readAllBeforeSubmit(read, ["ann known"])).get("ann known")?.circuit.state;
  t.is(await circuit(), "closed");
  for (let failure = 0; failure < FAILURES_TO_OPEN; failure += 1)
    await transaction(database, (tx) => noteFailure(tx, "known"));
  t.is(await circuit(), "open");
});

test("a success closes the circuit that another process has opened a moment after this one found no failure (rules/models 29; ADR-0097)", async (t) => {
  const database = await openTestDatabase();
  t.teardown(() => database.close());
  const read = reader(database);
  const [here, there] = await Promise.all(
    ["here", "there"].map(async (nodeID) => {
      const broker = new ServiceBroker({
        logger: false,
        namespace: "circuits",
        nodeID,
        transporter: "Fake",
      });
      const signals = new Signals(broker);
      await broker.start();
      t.teardown(() => broker.stop());
      return { broker, signals };
    }),
  );
  if (here === undefined || there === undefined) throw new Error("There are no processes.");
  t.teardown(hearOfFailures({ signals: here.signals, read }));
  await waitUntil(() => there.broker.registry.nodes.toArray().length === 2);
  t.is((await readCircuit(read, "known")).state, "closed");
  // The other process counts in the database, and this one reads it.
  await transaction(database, (tx) =>
    tx.run("INSERT INTO provider_circuits (id, failures, openUntil, trialAt) VALUES ('known', 5, ?, 0)", [
      Date.now() + 30_000,
    ]),
  );
  const heard = new Promise((resolve) => here.signals.on("provider.failed", resolve));
  there.signals.send("provider.failed", { provider: "known" });
  await heard;
  await transaction(database, (tx) => noteSuccess(tx, "known"));
  t.is((await readCircuit(read, "known")).state, "closed");
});

test("whoever counts an upstream's fault tells all processes once it is committed (ADR-0097)", async (t) => {
  const database = await openTestDatabase();
  t.teardown(() => database.close());
  const signals = new Signals(new ServiceBroker({ logger: false }));
  const failuresAt: number[] = [];
  const heard = new Promise<void>((resolve) =>
    signals.on("provider.failed", ({ provider }) => {
      void reader(database)
        .findOne(ProviderCircuit, { id: provider })
        .then((circuit) => failuresAt.push(circuit?.failures ?? 0))
        .then(() => resolve());
    }),
  );
  await countFault({ signals, transact: (work) => transaction(database, work) }, "told");
  await heard;
  t.deepEqual(failuresAt, [1]);
});

test("a circuit that a clock an hour ahead has opened is tried at once, by one caller (rules/models 29)", async (t) => {
  const database = await openTestDatabase();
  t.teardown(() => database.close());
  const read = reader(database);
  const ahead = Date.now() + 3600_000;
  for (let failure = 0; failure < FAILURES_TO_OPEN; failure += 1)
    await transaction(database, (tx) => noteFailure(tx, "ahead", ahead));
  t.is((await readCircuit(read, "ahead", ahead)).state, "open");
  t.is((await readCircuit(read, "ahead")).state, "half-open");
  const tried = () => transaction(database, (tx) => takeTrial(tx, "ahead"));
  t.deepEqual([await tried(), await tried()], [true, false]);
  // The trial failed: the circuit is open for 30 s of a clock that is right.
  await transaction(database, (tx) => noteFailure(tx, "ahead"));
  t.like(await readCircuit(read, "ahead"), { state: "open" });
});
