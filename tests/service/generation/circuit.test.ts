import test from "ava";
import { ProviderCircuit } from "../../../entities/provider-circuit.js";
import { reader, transaction } from "../../../runtime/database/transaction.js";
import {
  FAILURES_TO_OPEN,
  noteFailure,
  noteSuccess,
  readCircuit,
} from "../../../services/generation/circuit.js";
import { readStandings } from "../../../services/generation/read-before.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

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
  const circuit = async () => (await readStandings(read, ["ann known"])).get("ann known")?.circuit.state;
  t.is(await circuit(), "closed");
  for (let failure = 0; failure < FAILURES_TO_OPEN; failure += 1)
    await transaction(database, (tx) => noteFailure(tx, "known"));
  t.is(await circuit(), "open");
});
