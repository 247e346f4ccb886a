import { randomUUID } from "node:crypto";
import test from "ava";
import fc from "fast-check";
import { ServiceError } from "../../../contracts/errors.js";
import { Budget } from "../../../entities/budget.js";
import { hold, release, setBudget, settle } from "../../../services/billing/index.js";
import { DAY_MS, dayOf, usedOn } from "../../../services/billing/budget.js";
import { makeBalance } from "../../helpers/make-balance.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const db = await openTestStore();
test.after.always(() => db.close());

/** Number of runs. Each is dozens of database transactions, so the long run stops at a thousand. */
const numRuns = Math.min(1000, Number(process.env.KILN_RUNS ?? 60));

type Step =
  | { kind: "hold"; credits: number; inProject: boolean }
  | { kind: "settle" | "release"; which: number; credits: number }
  | { kind: "day" }
  | { kind: "limit"; dailyCredits: number | null; totalCredits: number | null; ofProject: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("hold" as const),
      credits: fc.integer({ min: 0, max: 60 }),
      inProject: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("settle" as const, "release" as const),
      which: fc.nat(),
      credits: fc.integer({ min: 0, max: 80 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("day" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("limit" as const),
      dailyCredits: fc.option(fc.integer({ min: 0, max: 150 })),
      totalCredits: fc.option(fc.integer({ min: 0, max: 400 })),
      ofProject: fc.boolean(),
    }),
  },
);

/** Limit, with the amount that a plain list counts as used. */
interface Model {
  id: string;
  subject: Budget["subject"];
  dailyCredits: number | null;
  totalCredits: number | null;
  isCounted: boolean;
  counted: { workId: string; day: number; credits: number }[];
}

const sum = (model: Model, day?: number) =>
  model.counted.reduce((all, each) => all + (day === undefined || each.day === day ? each.credits : 0), 0);

const fits = (model: Model, credits: number, day: number) =>
  credits === 0 ||
  ((model.totalCredits === null || sum(model) + credits <= model.totalCredits) &&
    (model.dailyCredits === null || sum(model, day) + credits <= model.dailyCredits));

test.serial(
  "whatever is held, settled, released and limited on whatever day, the counts are those of a plain list, and no limit is passed (rules/billing 39)",
  async (t) => {
    const clock = Date.now;
    let shiftMs = 0;
    Date.now = () => clock() + shiftMs;
    try {
      await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 30 }), run), { numRuns });
    } finally {
      Date.now = clock;
    }

    async function run(steps: Step[]): Promise<void> {
      const payer = await makeBalance(db, 100_000);
      const key = await open(payer, "key", { dailyCredits: 100, totalCredits: 300 });
      const project = await open(payer, "project", { dailyCredits: null, totalCredits: 200 });
      const working: { id: string; credits: number }[] = [];
      for (const each of steps) {
        const day = dayOf(Date.now());
        switch (each.kind) {
          case "day":
            shiftMs += DAY_MS;
            break;
          case "limit": {
            const model = each.ofProject ? project : key;
            Object.assign(model, { dailyCredits: each.dailyCredits, totalCredits: each.totalCredits });
            await limit(payer, model);
            break;
          }
          case "hold":
            await take(payer, each, day, { key, project, working });
            break;
          default: {
            const [work] = working.splice(each.which % Math.max(1, working.length), 1);
            if (work === undefined) break;
            const charged = each.kind === "release" ? 0 : Math.min(work.credits, each.credits);
            await end(work.id, each.kind === "release" ? null : each.credits);
            const settled = [...key.counted, ...project.counted].filter(({ workId }) => workId === work.id);
            for (const counted of settled) counted.credits = charged;
          }
        }
        for (const model of [key, project]) await compare(model);
      }
    }

    async function compare(model: Model): Promise<void> {
      const row = await db.read.findOne(Budget, { id: model.id });
      if (row === null) throw new Error("The budget is gone.");
      const today = dayOf(Date.now());
      t.is(row.usedInAll, sum(model));
      t.is(usedOn(row, today), sum(model, today));
    }
  },
);

async function open(
  accountId: string,
  subject: Budget["subject"],
  limits: Pick<Model, "dailyCredits" | "totalCredits">,
): Promise<Model> {
  const model: Model = { id: randomUUID(), subject, ...limits, isCounted: true, counted: [] };
  await limit(accountId, model);
  return model;
}

async function limit(accountId: string, model: Model): Promise<void> {
  const { id, subject, dailyCredits, totalCredits } = model;
  await db.transact((tx) => setBudget(tx, { id, accountId, subject }, { dailyCredits, totalCredits }));
  // A project without a limit is not looked up; a key names its budget all the same.
  model.isCounted = subject === "key" || dailyCredits !== null || totalCredits !== null;
}

async function take(
  payerId: string,
  { credits, inProject }: { credits: number; inProject: boolean },
  day: number,
  { key, project, working }: { key: Model; project: Model; working: { id: string; credits: number }[] },
): Promise<void> {
  const workId = randomUUID();
  const projectId = inProject ? project.id : null;
  const models = inProject && project.isCounted ? [key, project] : [key];
  const isFitting = models.every((model) => fits(model, credits, day));
  const request = {
    workId,
    payerId,
    actorId: payerId,
    projectId,
    budgetId: key.id,
    credits,
    paidOnly: false,
  };
  try {
    await db.transact((tx) => hold(tx, request));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "forbidden" || isFitting) throw error;
    return;
  }
  if (!isFitting) throw new Error(`${credits} credits passed a limit.`);
  for (const model of models) model.counted.push({ workId, day, credits });
  working.push({ id: workId, credits });
}

const end = (workId: string, credits: number | null) =>
  db.transact(async (tx) => {
    if (credits === null) await release(tx, { workId });
    else
      await settle(tx, {
        workId,
        credits,
        kind: "generation",
        ref: workId,
        note: null,
        projectId: null,
        actorId: "a",
        actorEmail: null,
        previewStorageId: null,
        previewKind: null,
      });
  });
