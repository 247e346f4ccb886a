import test from "ava";
import { inBackground, onBehalfOf } from "../../../../runtime/concurrency/current-call.js";
import { asLongRead, type Reserved } from "../../../../runtime/database/server/connection-kinds.js";
import { ConnectionTurns } from "../../../../runtime/database/server/connection-turns.js";
import { loadConfig } from "../../../../runtime/config/load-config.js";

/** Opens the turns for connections of a process, for many callers of each kind of work. */
function openTurns(size: number, reserved: Reserved) {
  const turns = new ConnectionTurns(size, reserved);
  const held: Record<string, (() => void)[]> = { requests: [], background: [], longReads: [] };
  let callers = 0;
  const ways = {
    requests: <T>(work: () => T) => work(),
    background: <T>(work: () => T) => inBackground(() => onBehalfOf(`payer ${callers}`, work)),
    longReads: <T>(work: () => T) => asLongRead(work),
  };
  return {
    held,
    /**
     * Asks `times` times, each for another caller. Returns how many of the kind have a connection when nothing moves any more.
     */
    async ask(kind: keyof typeof ways, times: number): Promise<number> {
      for (let at = 0; at < times; at += 1) {
        callers += 1;
        onBehalfOf(`caller ${callers}`, () =>
          ways[kind](() => void turns.take().then((passOn) => held[kind]?.push(passOn))),
        );
      }
      await new Promise(setImmediate);
      return held[kind]?.length ?? 0;
    },
    async giveBack(kind: keyof typeof ways): Promise<void> {
      held[kind]?.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

const RESERVED = { requests: 3, background: 3, longReads: 1 };

test("no kind of work takes the connections that are reserved for the others, whichever comes first (rules/running 31; ADR-0080)", async (t) => {
  for (const [first, most] of [
    ["requests", 6],
    ["background", 6],
    ["longReads", 4],
  ] as const) {
    const turns = openTurns(10, RESERVED);
    t.is(await turns.ask(first, 50), most, first);
    for (const other of ["requests", "background", "longReads"] as const)
      if (other !== first) t.is(await turns.ask(other, 50), RESERVED[other], `${other} beside ${first}`);
  }
});

test("a connection that is given back goes to whoever may have it, and all are used", async (t) => {
  const turns = openTurns(10, RESERVED);
  await turns.ask("longReads", 50);
  await turns.ask("requests", 50);
  await turns.ask("background", 50);
  const all = () => Object.values(turns.held).reduce((sum, each) => sum + each.length, 0);
  t.is(all(), 10);
  // Long reads held one connection more than is reserved for them three times: these go to the kinds in turn.
  for (let at = 0; at < 3; at += 1) await turns.giveBack("longReads");
  t.is(all(), 10);
  t.true((turns.held.requests?.length ?? 0) >= 3 && (turns.held.background?.length ?? 0) >= 3);
  for (let at = 0; at < 40; at += 1) {
    for (const kind of ["requests", "background", "longReads"] as const) await turns.giveBack(kind);
    t.is(all(), 10, "none is left lying while somebody waits");
  }
});

test("within its kind a caller still has two fifths at most, in whatever kinds it asks", async (t) => {
  const turns = new ConnectionTurns(10, RESERVED);
  let had = 0;
  const passOns: (() => void)[] = [];
  const ask = () =>
    void turns.take().then((passOn) => {
      had += 1;
      passOns.push(passOn);
    });
  onBehalfOf("hog", () => {
    for (let at = 0; at < 20; at += 1) {
      ask();
      asLongRead(ask);
    }
  });
  await new Promise(setImmediate);
  t.is(had, 4);
  while (passOns.length > 0) {
    passOns.shift()?.();
    await new Promise(setImmediate);
  }
  t.is(had, 40, "all came to their turn");
});

test("what is reserved follows from DATABASE_POOL, may be said, and is refused when it is more than there is (rules/running 31)", (t) => {
  const reserved = (env: Record<string, string>) => loadConfig(env).databaseReserved;
  t.deepEqual(reserved({}), RESERVED);
  t.deepEqual(reserved({ DATABASE_POOL: "2" }), { requests: 0, background: 0, longReads: 0 });
  t.deepEqual(reserved({ DATABASE_POOL: "50" }), { requests: 15, background: 15, longReads: 5 });
  t.deepEqual(reserved({ DATABASE_POOL_REQUESTS: "1", DATABASE_POOL_BACKGROUND: "8" }), {
    requests: 1,
    background: 8,
    longReads: 1,
  });
  t.throws(
    () =>
      reserved({ DATABASE_POOL_REQUESTS: "1", DATABASE_POOL_BACKGROUND: "9", DATABASE_POOL_LONG_READS: "0" }),
    {
      message:
        "DATABASE_POOL=10 is less than what is reserved of it: DATABASE_POOL_REQUESTS, DATABASE_POOL_BACKGROUND, DATABASE_POOL_LONG_READS must be together at most that, where one that is 0 counts as 1.",
    },
  );
});
