import test from "ava";
import { Setting } from "../../../entities/setting.js";
import { onBehalfOf } from "../../../runtime/concurrency/current-call.js";
import { loopTurns } from "../../../runtime/process/loop-turns.js";
import { openTestStore, type TestStore } from "../../helpers/open-test-store.js";
import { turnsDuring } from "../../helpers/turns-during.js";

// Work of the database never keeps the event loop from other callers (ADR-0015).

let store: TestStore;
test.before(async () => {
  store = await openTestStore();
  await store.transact((tx) => tx.insert(Setting, { id: "counter", value: "0" }));
});
test.after.always(() => store.close());

/** A server's answers come over a socket, which gives turns in any case. */
const many = () => (store.database.dialect === "sqlite" ? 5000 : 50);

/** Duration of work that owes 50 turns, one each 10 ms, on a fast machine as on a slow one. */
const LONG_MS = 500;

function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

const increment = () =>
  store.transact(async (tx) => {
    const row = await tx.findOneForUpdate(Setting, { id: "counter" });
    await tx.update(Setting, { id: "counter" }, { value: String(Number(row?.value) + 1) });
  });

test.serial("a chain of transactions lets the event loop turn", async (t) => {
  const turns = await turnsDuring(async () => {
    for (let each = 0; each < many(); each += 1) await increment();
  });
  t.true(turns >= 5, `${turns} turns`);
});

test.serial("transactions that were asked for at once do, and none is lost", async (t) => {
  const before = Number((await store.read.findOne(Setting, { id: "counter" }))?.value);
  const turns = await turnsDuring(() => Promise.all(Array.from({ length: many() }, increment)));
  t.true(turns >= 5, `${turns} turns`);
  t.is(Number((await store.read.findOne(Setting, { id: "counter" }))?.value), before + many());
});

test.serial("a transaction of many statements does, and so do many reads", async (t) => {
  const inOne = await turnsDuring(() =>
    store.transact(async (tx) => {
      const end = performance.now() + LONG_MS;
      for (let each = 0; performance.now() < end; each += 1)
        await tx.update(Setting, { id: "counter" }, { value: String(each) });
    }),
  );
  t.true(inOne >= 5, `${inOne} turns in a transaction`);
  const reading = await turnsDuring(async () => {
    const end = performance.now() + LONG_MS;
    while (performance.now() < end) await store.read.findOne(Setting, { id: "counter" });
  });
  t.true(reading >= 5, `${reading} turns in reads`);
});

test.serial(
  "a transaction goes on in every other turn, however many callers fill them: all wait for its connection (rules/running 24; ADR-0101)",
  async (t) => {
    let slices = 0;
    const over = new AbortController();
    const fill = async (): Promise<void> => {
      while (!over.signal.aborted) {
        slices += 1;
        spin(10);
        await loopTurns.pause();
      }
    };
    const callers = Array.from({ length: 8 }, (_, at) => onBehalfOf(`caller ${at}`, fill));
    await onBehalfOf("modest", () =>
      store.transact(async (tx) => {
        slices = 0;
        for (let each = 0; each < 20; each += 1) {
          await tx.update(Setting, { id: "counter" }, { value: String(each) });
          spin(10);
        }
      }),
    );
    over.abort();
    // A server's answers come over a socket: there the connection waits for nobody's turn.
    t.true(store.database.dialect !== "sqlite" || slices < 60, `${slices} slices of others beside 20`);
    await Promise.all(callers);
  },
);

test.serial(
  "what a transaction has not committed yet is not read beside it, however long it takes",
  async (t) => {
    const changed = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const writing = store.transact(async (tx) => {
      await tx.update(Setting, { id: "counter" }, { value: "dirty" });
      changed.resolve();
      await held.promise;
      await tx.update(Setting, { id: "counter" }, { value: "clean" });
    });
    await changed.promise;
    const read = store.read.findOne(Setting, { id: "counter" });
    held.resolve();
    await writing;
    const value = (await read)?.value;
    t.not(value, "dirty");
  },
);
