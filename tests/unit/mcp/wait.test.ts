import test from "ava";
import { ServiceError } from "../../../contracts/errors.js";
import { type Wait, type Waiter, waitFor } from "../../../services/mcp/wait.js";
import { endOfWait, waitSeconds } from "../../../services/mcp/wait-seconds.js";

const AN_HOUR = 3_600_000;

/** Makes a thing that is over when `state.value` says so. */
function thing(changes: Partial<Wait<string>> = {}) {
  const state = { value: "running", reads: 0, ring: () => {}, isListening: false };
  const wait: Wait<string> = {
    first: "running",
    isOver: (value) => value !== "running",
    read: async () => {
      state.reads += 1;
      return state.value;
    },
    describe: (value) => value,
    onChange: (ring) => {
      state.ring = ring;
      state.isListening = true;
      return () => {
        state.isListening = false;
      };
    },
    until: Date.now() + AN_HOUR,
    totalSeconds: 3600,
    ...changes,
  };
  return { state, wait };
}

function waiter(changes: Partial<Waiter> = {}) {
  const left = new AbortController();
  const draining = new AbortController();
  return {
    left,
    draining,
    waiter: {
      hasLeft: left.signal,
      draining: draining.signal,
      watchCredential: () => () => {},
      isStillValid: async () => true,
      report: null,
      ...changes,
    } satisfies Waiter,
  };
}

const afterFirstRead = async (state: { reads: number }) => {
  while (state.reads === 0) await new Promise((resolve) => setImmediate(resolve));
};

test("what is over before anybody listens is found at once", async (t) => {
  const { state, wait } = thing();
  state.value = "succeeded";
  t.is(await waitFor(wait, waiter().waiter), "succeeded");
  t.is(state.reads, 1);
  t.false(state.isListening);
});

test("the wake-up leads to a re-read, which gives the state", async (t) => {
  const { state, wait } = thing();
  const result = waitFor(wait, waiter().waiter);
  await afterFirstRead(state);
  state.value = "failed";
  state.ring();
  t.is(await result, "failed");
});

test("a lost wake-up costs a poll, never the result (rules/running 9)", async (t) => {
  const { state, wait } = thing();
  const result = waitFor(wait, waiter().waiter);
  await afterFirstRead(state);
  state.value = "succeeded";
  t.is(await result, "succeeded");
});

test("Agent tool server, when the time is up the state reached is the result, not an error (rules/mcp 8)", async (t) => {
  const { state, wait } = thing({ until: Date.now() + 20 });
  t.is(await waitFor(wait, waiter().waiter), "running");
  t.true(state.reads > 0);
  t.false(state.isListening);
});

test("a credential that goes ends the wait as unauthenticated (rules/identity 25)", async (t) => {
  const { wait, state } = thing();
  let gone = () => {};
  let isWatched = false;
  const { waiter: who } = waiter({
    watchCredential: (onGone) => {
      gone = onGone;
      isWatched = true;
      return () => {
        isWatched = false;
      };
    },
  });
  const result = waitFor(wait, who);
  await afterFirstRead(state);
  t.true(isWatched);
  gone();
  t.is((await t.throwsAsync(result, { instanceOf: ServiceError })).code, "unauthenticated");
  t.false(isWatched);
  t.false(state.isListening);
});

test("the result of a wait is not given to a credential that went meanwhile (rules/identity 25)", async (t) => {
  const { wait, state } = thing();
  state.value = "succeeded";
  const refused = waiter({ isStillValid: async () => false }).waiter;
  t.is((await t.throwsAsync(waitFor(wait, refused), { instanceOf: ServiceError })).code, "unauthenticated");
});

test("not being able to check the credential for a moment ends nothing", async (t) => {
  const { state, wait } = thing();
  state.value = "succeeded";
  const unsure = waiter({ isStillValid: () => Promise.reject(new Error("away")) }).waiter;
  t.is(await waitFor(wait, unsure), "succeeded");
});

test("a process that drains answers with what it has (rules/running 14)", async (t) => {
  const { state, wait } = thing();
  const { draining, waiter: who } = waiter();
  const result = waitFor(wait, who);
  await afterFirstRead(state);
  draining.abort();
  t.is(await result, "running");
  t.is(state.reads, 2);
});

test("a client that leaves ends the wait (rules/mcp 22)", async (t) => {
  const { state, wait } = thing();
  const { left, waiter: who } = waiter();
  const result = waitFor(wait, who);
  await afterFirstRead(state);
  left.abort();
  await result;
  t.false(state.isListening);
});

test("a service that is away for a moment does not end the wait; what nobody foresaw does", async (t) => {
  const { wait, state } = thing({
    read: async () => {
      state.reads += 1;
      if (state.reads === 1) throw new ServiceError("unavailable");
      return "succeeded";
    },
  });
  const result = waitFor(wait, waiter().waiter);
  await afterFirstRead(state);
  state.ring();
  t.is(await result, "succeeded");
  const broken = thing({ read: () => Promise.reject(new Error("broken")) });
  await t.throwsAsync(waitFor(broken.wait, waiter().waiter), { message: "broken" });
});

test("Limits, Tool waits, 0 to the maximum in whole seconds, with the default where none is named (rules/mcp 8)", (t) => {
  const seconds = waitSeconds({ default: 60, max: 300 });
  t.is(seconds.parse(undefined), 60);
  for (const value of [0, 1, 300]) t.is(seconds.parse(value), value);
  for (const value of [-1, 301, 1.5, "60", null, Number.NaN]) t.false(seconds.safeParse(value).success);
});

test("long waits end a little before a client's own timeout of the same length", (t) => {
  t.is(endOfWait(1000, 5), 6000);
  t.is(endOfWait(0, 60), 58_000);
  t.is(endOfWait(0, 300), 298_000);
});
