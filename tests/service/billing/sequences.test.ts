import { randomUUID } from "node:crypto";
import test from "ava";
import fc from "fast-check";
import { ServiceError } from "../../../contracts/errors.js";
import { LedgerEntry } from "../../../entities/ledger-entry.js";
import { remainingOf, worthOf } from "../../../services/billing/balance.js";
import { lockBalance } from "../../../services/billing/balance.repository.js";
import { changePeriod } from "../../../services/billing/change-period.js";
import { handlePaymentEvent } from "../../../services/billing/handle-payment-event.js";
import { adjust, hold, readBalance, release, settle } from "../../../services/billing/index.js";
import { planOf } from "../../../services/billing/plans.js";
import { makeBalance } from "../../helpers/make-balance.js";
import { makeCheckout } from "../../helpers/make-checkout.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const db = await openTestStore();
test.after.always(() => db.close());

/** Number of runs. Each is dozens of database transactions, so the long run stops at a thousand. */
const numRuns = Math.min(1000, Number(process.env.KILN_RUNS ?? 100));

type Step =
  | { kind: "adjust"; credits: number }
  | { kind: "hold"; credits: number }
  | { kind: "settle" | "release"; which: number; credits: number; twice: boolean }
  | { kind: "topup"; dollars: number; twice: boolean }
  | { kind: "period"; tier: "standard" | "pro" | "max" | null };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("adjust" as const), credits: fc.integer({ min: -1500, max: 4000 }) }),
  fc.record({ kind: fc.constant("hold" as const), credits: fc.integer({ min: 0, max: 2500 }) }),
  fc.record({
    kind: fc.constantFrom("settle" as const, "release" as const),
    which: fc.nat(),
    credits: fc.integer({ min: 0, max: 3000 }),
    twice: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("topup" as const),
    dollars: fc.integer({ min: 5, max: 100 }),
    twice: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("period" as const), tier: fc.constantFrom("standard", "pro", "max", null) }),
);

/** Account with its open work. */
class Desk {
  readonly accountId: string;
  readonly open: string[] = [];
  readonly #free = new Set<string>();
  #periods = 0;

  constructor(accountId: string) {
    this.accountId = accountId;
  }

  async take(step: Step): Promise<void> {
    const { accountId } = this;
    switch (step.kind) {
      case "adjust":
        return db.transact((tx) =>
          adjust(tx, { accountId, deltaCredits: step.credits, ref: null, note: null }),
        );
      case "hold":
        return this.#hold(step.credits);
      case "settle":
      case "release":
        return this.#end(step);
      case "topup": {
        const checkoutId = await makeCheckout(db, accountId, { dollars: step.dollars });
        const event = {
          id: `e:${checkoutId}`,
          kind: "checkout.completed",
          checkoutId,
          paymentStatus: "paid",
          reference: "r",
        } as const;
        const tabs = step.twice ? [event, event] : [event];
        await Promise.all(tabs.map((one) => db.transact((tx) => handlePaymentEvent(tx, one))));
        return;
      }
      case "period":
        return this.#changePeriod(step.tier);
    }
  }

  async mustHold(credits: number): Promise<void> {
    const workId = randomUUID();
    const { accountId: payerId } = this;
    await db.transact((tx) =>
      hold(tx, {
        workId,
        payerId,
        actorId: payerId,
        credits,
        projectId: null,
        budgetId: null,
        paidOnly: false,
      }),
    );
    this.open.push(workId);
    if (credits === 0) this.#free.add(workId);
  }

  async #hold(credits: number): Promise<void> {
    try {
      await this.mustHold(credits);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }

  async #end({ kind, which, credits, twice }: Extract<Step, { which: number }>): Promise<void> {
    if (this.open.length === 0) return;
    const [workId = ""] = this.open.splice(which % this.open.length, 1);
    // Free work costs nothing: a second settlement that asks for more is refused, since nothing tells it from a charge without a
    // hold.
    const cost = this.#free.has(workId) ? 0 : credits;
    const work = {
      workId,
      credits: cost,
      kind: "generation",
      ref: workId,
      note: null,
      projectId: null,
    } as const;
    const once = () =>
      db.transact(async (tx) => {
        if (kind === "release") await release(tx, { workId });
        else
          await settle(tx, {
            ...work,
            actorId: this.accountId,
            actorEmail: null,
            previewStorageId: null,
            previewKind: null,
          });
      });
    await Promise.all(twice ? [once(), once()] : [once()]);
  }

  async #changePeriod(tier: "standard" | "pro" | "max" | null): Promise<void> {
    this.#periods += 1;
    const start = this.#periods * 1000;
    const next =
      tier === null
        ? null
        : {
            tier,
            interval: "month" as const,
            budget: planOf(tier).monthlyBudgetCredits,
            start,
            end: start + 1,
            paidUntil: start + 1,
          };
    await db.transact(async (tx) => changePeriod(tx, await lockBalance(tx, this.accountId), next));
  }

  /** Returns whether the held credits are still there. */
  async isCovered(): Promise<boolean> {
    const balance = await readBalance(db.read, this.accountId);
    return remainingOf(balance) >= balance.heldCredits && worthOf(balance) >= 0;
  }

  /** Returns whether the books agree, read from the rows. */
  async isBalanced(): Promise<boolean> {
    const balance = await readBalance(db.read, this.accountId);
    const sum = async (sql: string) =>
      Number((await db.read.query<{ n: unknown }>(sql, [this.accountId]))[0]?.n ?? 0);
    const ledger = await sum("SELECT SUM(deltaCredits) AS n FROM ledger_entries WHERE accountId = ?");
    const holds = await sum("SELECT SUM(credits) AS n FROM holds WHERE accountId = ?");
    const worth = balance.monthlyBudgetCredits + balance.purchasedCredits - balance.spentCreditsThisPeriod;
    return ledger === worth && holds === balance.heldCredits;
  }
}

test("after any steps the rows agree: ledger = budget + purchased - spent, holds = held (rules/billing 12)", async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const desk = new Desk(await makeBalance(db, 500));
      for (const one of steps) {
        await desk.take(one);
        if (!(await desk.isBalanced())) return false;
      }
      return true;
    }),
    { numRuns },
  );
  t.pass();
});

/** Steps without an operator who takes credits away: work is covered, and periods end during it. */
const covered = step.filter((one) => one.kind !== "topup" && (one.kind !== "adjust" || one.credits >= 0));

test("a grant that ends under a hold is kept for that work alone, and never leaves a debt (rules/billing 11)", async (t) => {
  const desk = new Desk(await makeBalance(db));
  const worth = async () => remainingOf(await readBalance(db.read, desk.accountId));
  await desk.take({ kind: "period", tier: "standard" });
  for (const credits of [1500, 300]) await desk.take({ kind: "hold", credits });
  await desk.take({ kind: "period", tier: null });
  t.is(await worth(), 1800);
  t.true(await desk.isCovered());
  await t.throwsAsync(desk.mustHold(1), { code: "insufficient_credits" });
  // The first work is charged a part, and the second one fails.
  await desk.take({ kind: "settle", which: 0, credits: 1000, twice: true });
  t.is(await worth(), 300);
  await desk.take({ kind: "release", which: 0, credits: 0, twice: true });
  t.is(await worth(), 0);
  t.true(await desk.isBalanced());
  const entries = await db.read.find(
    LedgerEntry,
    { accountId: desk.accountId },
    { order: { createdAt: "ASC", id: "ASC" } },
  );
  t.deepEqual(
    entries.map(({ kind, deltaCredits }) => [kind, deltaCredits]),
    [
      ["monthly_grant", 2000],
      ["adjustment", -200],
      ["adjustment", -500],
      ["generation", -1000],
      ["adjustment", -300],
    ],
  );
  t.is(new Set(entries.filter(({ kind }) => kind !== "generation").map(({ ref }) => ref)).size, 1);
});

test("whatever ends under whatever is held, no hold loses its cover and no grant outlives its work (rules/billing 11)", async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(covered, { maxLength: 25 }), async (steps) => {
      const desk = new Desk(await makeBalance(db));
      let bought = 0;
      for (const one of steps) {
        if (one.kind === "adjust") bought += one.credits;
        await desk.take(one);
        if (!(await desk.isBalanced())) throw new Error("the books disagree");
        if (!(await desk.isCovered())) throw new Error("a hold lost its cover");
      }
      await desk.take({ kind: "period", tier: null });
      while (desk.open.length > 0) {
        if (!(await desk.isCovered())) throw new Error("a hold lost its cover");
        await desk.take({ kind: "release", which: 0, credits: 0, twice: false });
      }
      const { purchasedCredits } = await readBalance(db.read, desk.accountId);
      if (purchasedCredits < 0 || purchasedCredits > bought)
        throw new Error(`${purchasedCredits} are left of ${bought} bought`);
    }),
    { numRuns },
  );
  t.pass();
});

test("steps of one account at the same time keep the rows in agreement (rules/billing 12)", async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      const desk = new Desk(await makeBalance(db, 3000));
      for (const credits of [100, 200, 300]) await desk.take({ kind: "hold", credits });
      await Promise.all(steps.map((one) => desk.take(one)));
      return desk.isBalanced();
    }),
    { numRuns },
  );
  t.pass();
});
