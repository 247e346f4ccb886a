import { setImmediate as turn } from "node:timers/promises";
import test from "ava";
import type { ReadContext } from "../../../services/delivery/serving/read-context.js";
import {
  NeedsTurn,
  type ResponseRoom,
  ResponseRooms,
} from "../../../services/delivery/serving/response-rooms.js";

/** A context of an owner whose response is made in some room. */
const contextOf = (ownerId: string, room: ResponseRoom | null = null) =>
  ({
    seen: { project: { ownerId } },
    inRoom: (next: ResponseRoom) => contextOf(ownerId, next),
    retain: (bytes: number) => room?.retain(bytes),
    release: (bytes: number) => room?.release(bytes),
  }) as unknown as ReadContext;

const BOUNDS = { small: 10, response: 100, owner: 150, all: 200 };
const open = () => new ResponseRooms(BOUNDS, { waiting: 2 });

/** Holds each run of some work back until it is let go. */
class Gate {
  runs = 0;
  active = 0;
  readonly #waiting: (() => void)[] = [];

  async pass(): Promise<void> {
    this.runs += 1;
    this.active += 1;
    await new Promise<void>((go) => this.#waiting.push(go));
    this.active -= 1;
  }

  open(): void {
    this.#waiting.shift()?.();
  }
}

test("a response that retains little is made once, and nothing stays counted (rules/delivery 45)", async (t) => {
  const rooms = open();
  let runs = 0;
  const made = await rooms.make(contextOf("anna"), async (context) => {
    runs += 1;
    context.retain(90);
    context.release(40);
    context.retain(50);
    return rooms.bytes;
  });
  t.deepEqual([made, runs, rooms.bytes], [100, 1, 0]);
});

test("a long response lets go of what it has read, and is made anew in its turn (rules/delivery 45)", async (t) => {
  const rooms = open();
  const before: number[] = [];
  const made = await rooms.make(contextOf("anna"), async (context) => {
    before.push(rooms.bytes);
    context.retain(60);
    context.retain(60);
    return "made";
  });
  t.is(made, "made");
  t.deepEqual(before, [0, 0]);
  t.is(rooms.bytes, 0);
});

test("a response that was made in spite of the error that it needs a turn is made anew (rules/delivery 45)", async (t) => {
  const rooms = open();
  const made = await rooms.make(contextOf("anna"), async (context) => {
    try {
      context.retain(101);
      return "whole";
    } catch {
      return "a part";
    }
  });
  t.is(made, "whole");
});

test("work that goes on behind the end of its response retains nothing more (rules/delivery 45)", async (t) => {
  const rooms = open();
  const left: ReadContext[] = [];
  await rooms.make(contextOf("anna"), async (context) => void left.push(context));
  t.throws(() => left[0]?.retain(1), { instanceOf: NeedsTurn });
  left[0]?.release(50);
  t.is(rooms.bytes, 0);
});

test("an error of a response is its own, and lets go of what it retained (rules/delivery 45)", async (t) => {
  const rooms = open();
  const failing = rooms.make(contextOf("anna"), (context) => {
    context.retain(50);
    throw new Error("The database is away.");
  });
  await t.throwsAsync(failing, { message: "The database is away." });
  t.is(rooms.bytes, 0);
});

test("long responses of an owner are made one after the other, and beside those of another owner (rules/delivery 45)", async (t) => {
  const rooms = open();
  const gates = { anna: new Gate(), ben: new Gate() };
  const begin = (owner: "anna" | "ben") =>
    rooms.make(contextOf(owner), async (context) => {
      context.retain(101);
      await gates[owner].pass();
    });
  const all = [begin("anna"), begin("anna"), begin("ben")];
  await turn();
  t.deepEqual([gates.anna.active, gates.ben.active], [1, 1]);
  gates.anna.open();
  await turn();
  await turn();
  t.deepEqual([gates.anna.runs, gates.anna.active], [2, 1]);
  gates.anna.open();
  gates.ben.open();
  await Promise.all(all);
});

test("more long responses of an owner than may wait are 503, those of others are made (rules/delivery 45)", async (t) => {
  const rooms = open();
  const gate = new Gate();
  const begin = (owner: string) =>
    rooms.make(contextOf(owner), async (context) => {
      context.retain(101);
      await gate.pass();
    });
  const waiting = [begin("anna"), begin("anna"), begin("anna")];
  await turn();
  const refused = await t.throwsAsync(begin("anna"));
  t.like(refused, { code: "unavailable" });
  waiting.push(begin("ben"));
  await turn();
  t.is(gate.active, 2);
  for (let at = 0; at < 4; at += 1) {
    gate.open();
    await turn();
    await turn();
  }
  await Promise.all(waiting);
});

for (const [sum, owners] of [
  ["one owner", ["anna", "anna"]],
  ["all owners", ["anna", "ben", "cleo"]],
] as const)
  test(`where responses of ${sum} retain much together, the next one takes a turn; a small one does not (rules/delivery 45)`, async (t) => {
    const rooms = open();
    const gate = new Gate();
    const first = owners.map((owner) =>
      rooms.make(contextOf(owner), async (context) => {
        context.retain(65);
        await gate.pass();
      }),
    );
    await turn();
    const runs = { small: 0, other: 0 };
    const of = owners[0];
    await rooms.make(contextOf(of), async (context) => {
      runs.small += 1;
      context.retain(10);
    });
    await rooms.make(contextOf(of), async (context) => {
      runs.other += 1;
      context.retain(30);
    });
    t.deepEqual(runs, { small: 1, other: 2 });
    first.forEach(() => gate.open());
    await Promise.all(first);
  });

test("what a response retains in its turn decides about no other response (rules/delivery 45)", async (t) => {
  const rooms = open();
  const gate = new Gate();
  const long = rooms.make(contextOf("anna"), async (context) => {
    context.retain(101);
    context.retain(1000);
    await gate.pass();
  });
  await turn();
  t.is(rooms.bytes, 1101);
  for (const owner of ["anna", "ben"]) {
    let runs = 0;
    await rooms.make(contextOf(owner), async (context) => {
      runs += 1;
      context.retain(90);
    });
    t.is(runs, 1, owner);
  }
  gate.open();
  await long;
  t.is(rooms.bytes, 0);
});
