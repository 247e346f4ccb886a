import { randomUUID } from "node:crypto";
import test from "ava";
import fc from "fast-check";
import { ServiceError } from "../../../contracts/errors.js";
import { Balance } from "../../../entities/balance.js";
import { Payment } from "../../../entities/payment.js";
import type { PaymentEvent } from "../../../plugins/kit/payment-gateway.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { handlePaymentEvent } from "../../../services/billing/handle-payment-event.js";
import { adjust, hold, readBalance, release, settle } from "../../../services/billing/index.js";
import { rollOver } from "../../../services/billing/roll-over.js";
import { verifyLedger } from "../../../services/billing/verify-ledger.js";
import { makeBalance } from "../../helpers/make-balance.js";
import { makeCheckout } from "../../helpers/make-checkout.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const db = await openTestStore();
test.after.always(() => db.close());

/** Number of runs. Each is dozens of database transactions, so the long run stops at two thousand. */
const numRuns = Math.min(2000, Number(process.env.KILN_RUNS ?? 100));

const nat = fc.nat({ max: 5000 });
const flag = fc.boolean();
const step = fc.record({
  what: fc.constantFrom(
    "grant",
    "job",
    "end",
    "topup",
    "plan",
    "renew",
    "late",
    "fail",
    "refund",
    "over",
    "cancel",
    "delete",
  ),
  size: nat,
  which: nat,
  isStripe: flag,
  /** Whether the first attempt dies before its commit. */
  crashes: flag,
  /** Whether the event is delivered twice at the same time. */
  repeats: flag,
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const DAY_MS = 24 * 3600 * 1000;

/** Account with its gateway, over days that pass. */
class Desk {
  readonly accountId: string;
  readonly #open: string[] = [];
  readonly #paid: { reference: string; checkoutId?: string; cents: number; refunded: number }[] = [];
  /** Subscriptions that were ordered, the account's own among them. */
  readonly #subscriptions: { subscription: string; checkoutId: string }[] = [];
  /** Events that the gateway has sent and may send again. */
  readonly #said: PaymentEvent[] = [];
  #now = Date.now();

  constructor(accountId: string) {
    this.accountId = accountId;
  }

  async take(step: Step): Promise<void> {
    const work = await this.#workOf(step);
    if (work === null) return;
    if (step.crashes) {
      const crash = db.transact(async (tx) => {
        await work(tx);
        throw new Error("crash");
      });
      await crash.catch(refusedOrCrashed);
    }
    const once = () => db.transact(work).catch(refusedOrCrashed);
    await Promise.all(step.repeats && step.what !== "job" ? [once(), once()] : [once()]);
  }

  async #workOf({ what, size, which, isStripe }: Step): Promise<((tx: Tx) => Promise<unknown>) | null> {
    const { accountId } = this;
    switch (what) {
      case "grant": {
        const once = `test:${randomUUID()}`;
        const deltaCredits = size - 1500;
        return (tx) => adjust(tx, { accountId, deltaCredits, ref: null, note: null, once });
      }
      case "job": {
        const workId = randomUUID();
        this.#open.push(workId);
        return (tx) =>
          hold(tx, {
            workId,
            payerId: accountId,
            actorId: accountId,
            credits: size,
            projectId: null,
            budgetId: null,
            paidOnly: false,
          });
      }
      case "end":
        return this.#end(which, size);
      case "topup": {
        const dollars = 5 + (size % 100);
        const checkoutId = await makeCheckout(db, accountId, {
          dollars,
          ...(isStripe && { gateway: "stripe" }),
        });
        this.#paid.push({ reference: `pi_${checkoutId}`, checkoutId, cents: dollars * 100, refunded: 0 });
        return this.#say(completed(checkoutId, `pi_${checkoutId}`));
      }
      case "plan":
        return this.#plan(size, isStripe);
      case "renew":
      case "fail":
      case "delete":
        return this.#follow(what);
      case "late":
        return this.#payLate(which, size);
      case "refund":
        return this.#refund(which, size);
      case "over": {
        this.#now += (size % 70) * DAY_MS;
        const now = this.#now;
        return (tx) => rollOver(tx, accountId, { now, renews: which % 4 > 0 });
      }
      case "cancel":
        return which % 2 === 0 && this.#said.length > 0
          ? this.#say(this.#said[which % this.#said.length] ?? null)
          : (tx) => tx.update(Balance, { id: accountId }, { cancelAtPeriodEnd: size % 2 === 0 });
    }
  }

  #say(event: PaymentEvent | null): ((tx: Tx) => Promise<unknown>) | null {
    if (event === null) return null;
    this.#said.push(event);
    return (tx) => handlePaymentEvent(tx, event);
  }

  #end(which: number, credits: number): ((tx: Tx) => Promise<unknown>) | null {
    const workId = this.#open[which % Math.max(1, this.#open.length)];
    if (workId === undefined) return null;
    if (which % 3 === 0) return (tx) => release(tx, { workId });
    const { accountId: actorId } = this;
    const work = { workId, credits, kind: "generation", ref: workId, note: null, projectId: null } as const;
    return async (tx) => {
      const [held] = await tx.query<{ credits: number }>("SELECT credits FROM holds WHERE id = ?", [workId]);
      if (held === undefined) return;
      // Free work has no entry by which two settlements at the same time could know each other, so both have the cost 0.
      const cost = Number(held.credits) === 0 ? 0 : credits;
      const person = { actorId, actorEmail: null, previewStorageId: null, previewKind: null };
      await settle(tx, { ...work, ...person, credits: cost });
    };
  }

  async #plan(size: number, isStripe: boolean): Promise<((tx: Tx) => Promise<unknown>) | null> {
    const tier = (["standard", "pro", "max"] as const)[size % 3] ?? "pro";
    const interval = size % 2 === 0 ? "month" : "year";
    const gateway = isStripe ? "stripe" : "manual";
    const parts = { kind: "subscription", dollars: null, tier, interval, gateway } as const;
    const checkoutId = await makeCheckout(db, this.accountId, parts);
    const reference = `in_${checkoutId}`;
    this.#paid.push({ reference, checkoutId, cents: 1900, refunded: 0 });
    this.#subscriptions.push({ subscription: `sub_${checkoutId}`, checkoutId });
    const state = { cancelAtPeriodEnd: false, pastDue: false, hasEnded: false, readAt: Date.now() };
    return this.#say({
      ...completed(checkoutId, reference),
      subscription: { ...state, id: `sub_${checkoutId}`, periodStart: this.#now },
    });
  }

  async #follow(what: "renew" | "fail" | "delete"): Promise<((tx: Tx) => Promise<unknown>) | null> {
    const { subscription, paidUntil } = await readBalance(db.read, this.accountId);
    if (subscription === null || paidUntil === null) return null;
    const id = `evt_${randomUUID()}`;
    const reference = `in_${randomUUID()}`;
    if (what === "fail") return this.#say({ id, kind: "subscription.past-due", subscription, reference });
    if (what === "delete") {
      const state = { id: subscription, cancelAtPeriodEnd: false, pastDue: false, hasEnded: true };
      return this.#say({ id, kind: "subscription.changed", state: { ...state, readAt: Date.now() } });
    }
    this.#paid.push({ reference, cents: 1900, refunded: 0 });
    this.#now = Math.max(this.#now, paidUntil);
    return this.#say({ id, kind: "subscription.renewed", subscription, reference, cents: 1900 });
  }

  /** Pays an invoice of any subscription so far, for a period that may be over. */
  #payLate(which: number, size: number): ((tx: Tx) => Promise<unknown>) | null {
    const of = this.#subscriptions[which % Math.max(1, this.#subscriptions.length)];
    if (of === undefined) return null;
    const reference = `in_${randomUUID()}`;
    this.#paid.push({ reference, cents: 1900, refunded: 0 });
    const periodStart = this.#now + ((size % 90) - 45) * DAY_MS;
    const period = { periodStart, periodEnd: periodStart + 30 * DAY_MS };
    const id = `evt_${randomUUID()}`;
    return this.#say({ id, kind: "subscription.renewed", ...of, reference, cents: 1900, ...period });
  }

  #refund(which: number, size: number): ((tx: Tx) => Promise<unknown>) | null {
    const paid = this.#paid[which % Math.max(1, this.#paid.length)];
    if (paid === undefined) return null;
    paid.refunded = size % 3 === 0 ? paid.cents : Math.min(paid.cents, paid.refunded + 1 + (size % 900));
    const { reference, cents, refunded: refundedCents } = paid;
    return this.#say({
      id: `evt_${randomUUID()}`,
      kind: "payment.refunded",
      reference,
      ...(paid.checkoutId !== undefined && { checkoutId: paid.checkoutId }),
      cents,
      refundedCents,
    });
  }

  /** Returns the problems of the books, read from the rows. */
  async problems(): Promise<string[]> {
    const balance = await readBalance(db.read, this.accountId);
    const sum = async (sql: string) =>
      Number((await db.read.query<{ n: unknown }>(sql, [this.accountId]))[0]?.n ?? 0);
    const ledger = await sum("SELECT SUM(deltaCredits) AS n FROM ledger_entries WHERE accountId = ?");
    const holds = await sum("SELECT SUM(credits) AS n FROM holds WHERE accountId = ?");
    const worth = balance.monthlyBudgetCredits + balance.purchasedCredits - balance.spentCreditsThisPeriod;
    const payments = await db.read.find(Payment, { accountId: this.accountId });
    return [
      ...(ledger === worth ? [] : [`the ledger says ${ledger}, the balance ${worth}`]),
      ...(holds === balance.heldCredits ? [] : [`${holds} in holds, ${balance.heldCredits} held`]),
      ...(balance.monthlyBudgetCredits < 0 ? ["the grant is below zero"] : []),
      ...payments
        .filter(({ takenCredits, credits }) => takenCredits > credits)
        .map(
          ({ id, takenCredits, credits }) => `${takenCredits} of ${credits} credits of ${id} were taken back`,
        ),
    ];
  }
}

const completed = (checkoutId: string, reference: string) =>
  ({
    id: `evt_${checkoutId}`,
    kind: "checkout.completed",
    checkoutId,
    paymentStatus: "paid",
    reference,
  }) as const;

function refusedOrCrashed(error: unknown): void {
  if (error instanceof ServiceError || (error instanceof Error && error.message === "crash")) return;
  throw error;
}

test("whatever is bought, granted, spent, renewed, refunded, repeated or dies half way, the books agree (rules/billing 12)", async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const desk = new Desk(await makeBalance(db, 500));
      for (const one of steps) {
        await desk.take(one);
        const problems = await desk.problems();
        if (problems.length > 0) throw new Error(problems.join("; "));
      }
    }),
    { numRuns },
  );
  // The jobs here have no rows of their own, so only the sums of the audit count.
  const { mismatches } = await verifyLedger(db.read);
  t.deepEqual(
    mismatches.filter(({ problem }) => /sums? up to/.test(problem)),
    [],
  );
});
