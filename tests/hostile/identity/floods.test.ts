import { randomUUID } from "node:crypto";
import test from "ava";
import { type Answer, Client, type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { isInRings } from "../../helpers/of-rings.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// Many clients sign up, sign in, and ask for resets, invites and tickets, all at once. The comment of assertUnhurt says how the load of
// other processes on the machine is taken into account.

let hostile: HostileSite;
let attacker: Person;
/** Ids of projects, each of which takes 20 invites. */
let projects: string[];
test.before(async () => {
  hostile = await HostileSite.open({ TRUST_PROXY: "true" }, { signsIn: true });
  attacker = await signUp(hostile.kiln.url);
  projects = [await makeProject(attacker), await makeProject(attacker)];
});
test.after.always(() => hostile?.close());

/**
 * Share of the requests that make a hash each. A hash takes 0.07 s of a processor, and two run at once: also the sign-ups of the rings
 * alone would keep a witness from signing in for longer than it may wait.
 */
const SHARE = isInRings() ? 1 / 2 : 1;

const password = "correct horse battery";
const address = () => `p-${randomUUID()}@example.com`;
/** Statuses of the answers: done, refused with the reason, or to be repeated later. */
const TOLD = new Set([200, 401, 429, 503]);

test.serial(
  "floods of sign-ups, sign-ins, resets, invites and tickets hurt nobody else, who signs in meanwhile too (rules/identity 5; rules/running 24)",
  async (t) => {
    let clients = 0;
    const stranger = () => {
      clients += 1;
      return new Client(hostile.kiln.url, { "x-forwarded-for": `198.51.${clients >> 8}.${clients & 255}` });
    };
    const many = (count: number, send: () => Promise<Answer>) => Array.from({ length: count }, send);
    const hashed = (count: number) => Math.ceil(count * SHARE);
    const floods: Record<string, () => Promise<Answer>[]> = {
      "sign-ups": () =>
        many(hashed(350), () => stranger().post("/v1/auth/sign-up", { email: address(), password })),
      "sign-ins": () =>
        many(hashed(150), () =>
          stranger().post("/v1/auth/sign-in", { email: attacker.email, password: "wrong one" }),
        ),
      "sign-ins of one site": () =>
        Array.from({ length: hashed(300) }, (_, n) =>
          new Client(hostile.kiln.url, { "x-forwarded-for": `2001:db8:7:${n.toString(16)}::1` }).post(
            "/v1/auth/sign-in",
            { email: address(), password },
          ),
        ),
      resets: () => many(60, () => stranger().post("/v1/auth/password-reset", { email: attacker.email })),
      invites: () =>
        projects.flatMap((id) =>
          many(15, () => attacker.api.post(`/v1/projects/${id}/invites`, { email: address() })),
        ),
      tickets: () =>
        many(300, () =>
          attacker.api.post("/v1/uploads/ticket", { contentType: "image/png", sizeBytes: 1000 }),
        ),
    };
    const statuses: Record<string, Record<string, number>> = {};
    const met = await hostile.witness.during(async () => {
      const begun = Object.entries(floods).map(([name, begin]) => ({ name, answers: begin() }));
      for (const { name, answers } of begun)
        for (const { status, body } of await Promise.all(answers)) {
          const own = (statuses[name] ??= {});
          const what = status === 200 ? "200" : `${status} ${body.error.message}`;
          own[what] = (own[what] ?? 0) + 1;
        }
    });
    t.log(JSON.stringify(statuses));
    for (const own of Object.values(statuses))
      for (const what of Object.keys(own)) t.true(TOLD.has(Number(what.slice(0, 3))), what);
    t.is(statuses.tickets?.["200"], 100, "as many as an account may have waiting");
    assertUnhurt(t, met);
  },
);

test.serial(
  "after the attack, SIGTERM ends the process in time, and ledger and files agree (rules/running 14)",
  (t) => hostile.stop(t),
);
