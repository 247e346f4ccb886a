import test from "ava";
import { LastSeen } from "../../../services/delivery/tokens/last-seen.js";
import type { TokenSeen } from "../../../services/delivery/tokens/token.repository.js";

const seen = (revision: number): TokenSeen => ({
  tokenId: "token",
  mode: "published",
  project: { id: "project", ownerId: "owner", isDefault: false },
  revision,
  publishedRevision: revision,
});
const away = () => Promise.reject(Object.assign(new Error(), { driverError: { code: "ECONNREFUSED" } }));
const never = () => new Promise<TokenSeen | null>(() => {});
const open = (staleMs: number) => new LastSeen({ staleMs, log: { warn: () => {}, info: () => {} } });

test("what was read last serves while the database is away, with its age", async (t) => {
  const last = open(60_000);
  t.is((await last.load("a", async () => seen(7)))?.age, undefined);
  for (const read of [away, never]) {
    const stale = await last.load("a", read);
    t.is(stale?.revision, 7);
    t.true((stale?.age ?? -1) >= 0);
  }
  t.deepEqual(await last.load("a", async () => seen(8)), seen(8));
});

test("who was never seen, was found revoked, or was seen too long ago is told what the read says", async (t) => {
  const last = open(60_000);
  await t.throwsAsync(last.load("a", away));
  await last.load("a", async () => seen(1));
  t.is(await last.load("a", async () => null), null);
  await t.throwsAsync(last.load("a", away));
  const short = open(0.001);
  await short.load("a", async () => seen(1));
  await new Promise((resolve) => setTimeout(resolve, 2));
  await t.throwsAsync(short.load("a", away));
});

test("a failure that is not the database's absence is thrown", async (t) => {
  const last = open(60_000);
  await last.load("a", async () => seen(1));
  await t.throwsAsync(
    last.load("a", () => Promise.reject(new TypeError("a defect"))),
    { instanceOf: TypeError },
  );
});
