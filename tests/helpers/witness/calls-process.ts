/** Makes the calls of the witness in a process of its own, so that the load of the attacker's process does not count as delay. */
import { setTimeout as sleep } from "node:timers/promises";
import { makeCalls, timed } from "./calls.js";
import type { Lap, Order, Reply, Told } from "./messages.js";
import { callPauseMs } from "./pause.js";

const LOOK_MS = 20;

let times: Record<string, number[]> = {};
let failures: string[] = [];
let timerLate: number[] = [];
const ending = new AbortController();
/** Signal that ends with a lap. A kind of call that rests then begins at once, with the short pauses again. */
let lap = new AbortController();
let turns: Promise<unknown> = Promise.resolve();
const say = (reply: Reply): unknown => process.send?.(reply);

async function begin(order: Order): Promise<void> {
  const calls = Object.entries(await makeCalls(order));
  // The first calls also compile the validators of the answers.
  for (const [, call] of calls) await timed(call);
  turns = Promise.all(
    calls.map(async ([name, call]) => {
      let [own, done] = [lap, 0];
      while (!ending.signal.aborted) {
        if (own !== lap) [own, done] = [lap, 0];
        try {
          const took = await timed(call);
          (times[name] ??= []).push(took);
        } catch (error) {
          failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        }
        done += 1;
        await sleep(callPauseMs(done), undefined, { signal: own.signal }).catch(() => {});
      }
    }),
  );
  let due = performance.now() + LOOK_MS;
  setInterval(() => {
    timerLate.push(Math.max(0, performance.now() - due));
    due = performance.now() + LOOK_MS;
  }, LOOK_MS);
  say({ isReady: true });
}

function take(): Lap {
  const taken = { times, failures, timerLate };
  times = {};
  failures = [];
  timerLate = [];
  lap.abort();
  lap = new AbortController();
  return taken;
}

process.on("disconnect", () => process.exit());
process.on("message", (told: Told) => {
  if ("begin" in told) begin(told.begin).catch((error: unknown) => say({ failed: String(error) }));
  else if ("lap" in told) say({ lap: take() });
  else {
    ending.abort();
    lap.abort();
    void turns.then(() => say({ lap: take() }));
  }
});
