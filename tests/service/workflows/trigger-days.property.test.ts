import { randomUUID } from "node:crypto";
import test from "ava";
import fc from "fast-check";
import { ServiceError } from "../../../contracts/errors.js";
import { WorkflowRunStep } from "../../../entities/workflow-run-step.js";
import { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import {
  settleDay,
  spentOn,
  type StepCost,
  takeFromDay,
} from "../../../services/workflows/triggers/budget.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const db = await openTestStore();
test.after.always(() => db.close());

/** Number of runs. Each is dozens of database transactions, so the long run stops at a thousand. */
const numRuns = Math.min(1000, Number(process.env.KILN_RUNS ?? 60));
const MOST = 300;

type Act =
  | { kind: "begin"; credits: number; isUnpriced: boolean }
  /** A step ends. The process that records it may know of others that ended before, and may record them twice. */
  | { kind: "end"; which: number; part: number; times: number }
  | { kind: "again"; which: number }
  | { kind: "resume" };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("begin" as const),
      credits: fc.integer({ min: 0, max: 90 }),
      isUnpriced: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("end" as const),
      which: fc.nat(),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("again" as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("resume" as const) }) },
);

/** State of a step in a plain list. */
interface Model {
  id: string;
  createdAt: number;
  held: number;
  /** Cost of the step, null while it goes on. */
  cost: number | null;
}

test("a trigger's day counts what ended steps cost and what others may, each once, over ends, stops and resumes in any order (rules/workflows 33)", async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
      const triggerId = await makeTrigger();
      const run = { id: randomUUID(), triggerId, createdAt: Date.UTC(2026, 0, 5) };
      let steps: Model[] = [];
      /** Cost of steps that were removed, which stays spent. */
      let gone = 0;
      let clock = 0;
      const known: StepCost[] = [];
      const settle = (ended: readonly StepCost[]) => db.transact((tx) => settleDay(tx, run, ended));
      for (const each of acts) {
        if (each.kind === "begin") {
          const counted = steps.reduce((sum, { held, cost }) => sum + (cost ?? held), gone);
          const held = each.isUnpriced ? 0 : each.credits;
          const step = { id: freeId(run.id, steps), createdAt: (clock += 1), held, cost: null };
          const begun = db.transact(async (tx) => {
            await takeFromDay(tx, run, held);
            await tx.insert(WorkflowRunStep, rowOf(run.id, step, each.isUnpriced) as never);
          });
          if (held > 0 && counted + held > MOST) {
            await t.throwsAsync(begun, { instanceOf: ServiceError, message: /daily budget/ });
            continue;
          }
          await begun;
          steps.push(step);
        } else if (each.kind === "end") {
          const live = steps.filter(({ cost }) => cost === null);
          const step = live[each.which % Math.max(1, live.length)];
          if (step === undefined) continue;
          // A translation takes nothing before it begins, and counts with its cost.
          step.cost = Math.floor((step.held === 0 ? 40 : step.held) * each.part);
          known.push({ id: step.id, createdAt: step.createdAt, cost: step.cost });
          for (let count = 0; count < each.times; count += 1) await settle(known.slice(-1 - count));
        } else if (each.kind === "again") {
          // A late process records what has been recorded before, also of steps that are gone.
          await settle(known.slice(each.which % (known.length + 1)).slice(0, 1));
        } else {
          // Running steps are called off, and all that cost nothing begin anew under the same names.
          const dropped = steps.filter(({ cost }) => cost === null || cost === 0);
          const ended = dropped.map(({ id, createdAt, cost }) => ({ id, createdAt, cost: cost ?? 0 }));
          await db.transact(async (tx) => {
            await settleDay(tx, run, ended);
            for (const { id } of dropped) await tx.delete(WorkflowRunStep, { id });
          });
          known.push(...ended);
          gone += dropped.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
          steps = steps.filter((step) => !dropped.includes(step));
        }
        const expected = steps.reduce((sum, { held, cost }) => sum + (cost ?? held), gone);
        t.is(await spentOn(db.read, triggerId, run.createdAt), expected);
      }
    }),
    { numRuns },
  );
});

test("an end that is told late does not settle the step that has begun anew under its name", async (t) => {
  const triggerId = await makeTrigger();
  const run = { id: randomUUID(), triggerId, createdAt: Date.now() };
  const step = { id: `${run.id}.0`, held: 50, cost: null };
  const begin = (createdAt: number) =>
    db.transact(async (tx) => {
      await takeFromDay(tx, run, 50);
      await tx.insert(WorkflowRunStep, rowOf(run.id, { ...step, createdAt }, false) as never);
    });
  await begin(1);
  const late = [{ id: step.id, createdAt: 1, cost: 0 }];
  await db.transact(async (tx) => {
    await settleDay(tx, run, late);
    await tx.delete(WorkflowRunStep, { id: step.id });
  });
  await begin(2);
  await db.transact((tx) => settleDay(tx, run, late));
  t.is(await spentOn(db.read, triggerId, run.createdAt), 50);
});

/** Returns an id by the position of the step: a step that begins anew has the id of the one before. */
function freeId(runId: string, steps: readonly Model[]): string {
  let place = 0;
  while (steps.some(({ id }) => id === `${runId}.${place}`)) place += 1;
  return `${runId}.${place}`;
}

const rowOf = (runId: string, { id, createdAt, held }: Model, isUnpriced: boolean) => ({
  id,
  runId,
  place: 0,
  kind: isUnpriced ? "translation" : "generation",
  status: "running",
  jobId: randomUUID(),
  result: null,
  costCredits: null,
  heldCredits: isUnpriced ? null : held,
  errorMessage: null,
  createdAt,
});

async function makeTrigger(): Promise<string> {
  const id = randomUUID();
  await db.transact((tx) =>
    tx.insert(WorkflowTrigger, {
      id,
      workflowId: randomUUID(),
      ownerId: randomUUID(),
      ownerEmail: "ann@example.com",
      credentialKind: null,
      credentialId: null,
      scopes: null,
      kind: "inbound",
      settings: {},
      inputs: {},
      projectId: null,
      listensTo: null,
      isEnabled: true,
      dailyCredits: MOST,
      nextAt: null,
      addressTurn: 1,
      createdAt: 1,
      updatedAt: 1,
    } as never),
  );
  return id;
}
