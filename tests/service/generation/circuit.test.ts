import test from "ava";
import { ProviderCircuit } from "../../../entities/provider-circuit.js";
import { reader, transaction } from "../../../runtime/transaction.js";
import {
  FAILURES_TO_OPEN,
  noteFailure,
  noteSuccess,
  readCircuit,
} from "../../../services/generation/circuit.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

test("a provider's first failures, all at once, are all counted (decisions 6)", async (t) => {
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
