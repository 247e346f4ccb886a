import test from "ava";
import fc from "fast-check";
import {
  afterAdjust,
  afterHold,
  afterPeriodChange,
  afterRelease,
  afterSettle,
  heldFromGrant,
  chargeOf,
  covers,
  remainingOf,
  worthOf,
  type Funds,
} from "../../../services/billing/balance.js";

const numRuns = Number(process.env.KILN_RUNS ?? 100);

const funds = (part: Partial<Funds> = {}): Funds => ({
  monthlyBudgetCredits: 0,
  spentCreditsThisPeriod: 0,
  purchasedCredits: 0,
  heldCredits: 0,
  ...part,
});

test("remainingCredits is max(0, budget + purchased - spent), holds not subtracted (rules/billing 10)", (t) => {
  t.is(
    remainingOf(
      funds({
        monthlyBudgetCredits: 2000,
        purchasedCredits: 500,
        spentCreditsThisPeriod: 300,
        heldCredits: 900,
      }),
    ),
    2200,
  );
  t.is(remainingOf(funds({ purchasedCredits: -40 })), 0);
});

test("an estimate has to fit beside the open holds, to the credit (rules/billing 7)", (t) => {
  const held = funds({ purchasedCredits: 100, heldCredits: 60 });
  t.true(covers(held, 40));
  t.false(covers(held, 41));
  t.true(covers(funds({ purchasedCredits: -5, heldCredits: 3 }), 0), "what costs nothing always fits");
});

test("work is settled at its estimate or less, never more (rules/billing 9)", (t) => {
  t.is(chargeOf(40, 12), 12);
  t.is(chargeOf(40, 41), 40);
  t.deepEqual(
    afterSettle(funds({ purchasedCredits: 100, heldCredits: 40 }), 40, { charged: 12, used: 0, expired: 0 }),
    {
      monthlyBudgetCredits: 0,
      purchasedCredits: 100,
      spentCreditsThisPeriod: 12,
      heldCredits: 0,
    },
  );
});

test("a change of period takes the overspend out of the purchased credits (rules/billing 19)", (t) => {
  const change = afterPeriodChange(
    funds({ monthlyBudgetCredits: 2000, spentCreditsThisPeriod: 2300, purchasedCredits: 1000 }),
    6000,
    0,
  );
  t.deepEqual(change, {
    takenBack: 0,
    granted: 6000,
    funds: funds({ monthlyBudgetCredits: 6000, purchasedCredits: 700 }),
  });
});

test("a change of period takes the unused rest of the grant back (rules/billing 19)", (t) => {
  const change = afterPeriodChange(
    funds({
      monthlyBudgetCredits: 2000,
      spentCreditsThisPeriod: 300,
      purchasedCredits: 1000,
      heldCredits: 7,
    }),
    0,
    0,
  );
  t.deepEqual(change, {
    takenBack: 1700,
    granted: 0,
    funds: funds({ purchasedCredits: 1000, heldCredits: 7 }),
  });
});

test("of the holds, what no bought credits cover is kept of an ending grant; a debt is not filled by it (rules/billing 11)", (t) => {
  const of = (heldCredits: number, purchasedCredits: number, spentCreditsThisPeriod = 200) =>
    heldFromGrant(
      funds({ monthlyBudgetCredits: 2000, spentCreditsThisPeriod, purchasedCredits, heldCredits }),
    );
  t.is(of(1800, 0), 1800);
  t.is(of(1800, 500), 1300);
  t.is(of(500, 500), 0);
  t.is(of(400, -300), 400);
  t.is(of(400, 300, 2100), 0, "the grant is spent");
  const change = afterPeriodChange(
    funds({ monthlyBudgetCredits: 2000, spentCreditsThisPeriod: 200, heldCredits: 1500 }),
    0,
    1500,
  );
  t.deepEqual(change, {
    takenBack: 300,
    granted: 0,
    funds: funds({ purchasedCredits: 1500, heldCredits: 1500 }),
  });
  t.deepEqual(
    afterSettle(change.funds, 1500, { charged: 1200, used: 1200, expired: 300 }),
    funds({ purchasedCredits: 0 }),
  );
});

test("parts of credits, negative holds and releases of more than is held stop at once", (t) => {
  t.throws(() => afterHold(funds(), 0.5), { instanceOf: RangeError });
  t.throws(() => afterHold(funds(), -1), { instanceOf: RangeError });
  t.throws(() => afterRelease(funds({ heldCredits: 3 }), 4), { instanceOf: RangeError });
  t.throws(() => afterAdjust(funds(), Number.NaN), { instanceOf: RangeError });
  t.throws(() => afterAdjust(funds({ purchasedCredits: Number.MAX_SAFE_INTEGER }), 1), {
    instanceOf: RangeError,
  });
});

type Step =
  | { kind: "grant"; credits: number }
  | { kind: "hold"; credits: number }
  | { kind: "settle"; which: number; credits: number }
  | { kind: "release"; which: number }
  | { kind: "period"; budget: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("grant" as const), credits: fc.integer({ min: -2000, max: 5000 }) }),
  fc.record({ kind: fc.constant("hold" as const), credits: fc.integer({ min: 0, max: 3000 }) }),
  fc.record({
    kind: fc.constant("settle" as const),
    which: fc.nat(),
    credits: fc.integer({ min: 0, max: 4000 }),
  }),
  fc.record({ kind: fc.constant("release" as const), which: fc.nat() }),
  fc.record({ kind: fc.constant("period" as const), budget: fc.constantFrom(0, 2000, 6000, 30000) }),
);

/** Reference that does the same steps on a ledger and a list of holds, without the numbers under test. */
class Books {
  funds = funds();
  ledger: number[] = [];
  holds: number[] = [];

  take(step: Step): void {
    switch (step.kind) {
      case "grant":
        this.ledger.push(step.credits);
        this.funds = afterAdjust(this.funds, step.credits);
        return;
      case "hold":
        if (!covers(this.funds, step.credits)) return;
        this.holds.push(step.credits);
        this.funds = afterHold(this.funds, step.credits);
        return;
      case "settle":
      case "release": {
        if (this.holds.length === 0) return;
        const [held = 0] = this.holds.splice(step.which % this.holds.length, 1);
        if (step.kind === "release") {
          this.funds = afterRelease(this.funds, held);
          return;
        }
        const charged = chargeOf(held, step.credits);
        this.ledger.push(-charged);
        this.funds = afterSettle(this.funds, held, { charged, used: 0, expired: 0 });
        return;
      }
      case "period": {
        const change = afterPeriodChange(this.funds, step.budget, heldFromGrant(this.funds));
        this.ledger.push(-change.takenBack, change.granted);
        this.funds = change.funds;
      }
    }
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

test("after any steps the ledger sums up to budget + purchased - spent, and the holds to what is held (rules/billing 12)", (t) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const books = new Books();
      for (const one of steps) {
        books.take(one);
        if (worthOf(books.funds) !== sum(books.ledger) || books.funds.heldCredits !== sum(books.holds))
          return false;
      }
      return true;
    }),
    { numRuns: numRuns * 5 },
  );
  t.pass();
});

test("without corrections by hand and ends of periods, work in hand never takes more than there is (rules/billing 7)", (t) => {
  const paidStep = step.filter((one) => one.kind !== "period" && !(one.kind === "grant" && one.credits < 0));
  fc.assert(
    fc.property(fc.array(paidStep, { maxLength: 60 }), (steps) => {
      const books = new Books();
      return steps.every((one) => {
        books.take(one);
        return worthOf(books.funds) - books.funds.heldCredits >= 0;
      });
    }),
    { numRuns: numRuns * 5 },
  );
  t.pass();
});
