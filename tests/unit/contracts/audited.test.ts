import test from "ava";
import { AUDITED, UNAUDITED } from "../../../contracts/audited.js";
import { CONTRACTS } from "../../../contracts/index.js";

const writes = CONTRACTS.filter(
  ({ effect, rest }) => effect === "write" || (rest !== undefined && rest.method !== "GET"),
);

test("every action that writes leaves an entry in the audit log, or stands on the list of those that do not, with a reason (rules/identity 45)", (t) => {
  for (const { name } of writes)
    t.is(
      Number(Object.hasOwn(AUDITED, name)) + Number(Object.hasOwn(UNAUDITED, name)),
      1,
      `${name} belongs into AUDITED, or into UNAUDITED with a reason, in contracts/audited.ts`,
    );
  const names = new Set<string>(writes.map(({ name }) => name));
  for (const name of [...Object.keys(AUDITED), ...Object.keys(UNAUDITED)])
    t.true(names.has(name), `${name} is no writing action`);
});

test("what an entry takes its ids from are parameters of the action (rules/identity 45)", (t) => {
  for (const { name, params } of writes) {
    const audited = AUDITED[name];
    if (audited === undefined) continue;
    const { id = "id", made, project, owner } = audited;
    const known = Object.keys((params as { shape?: object }).shape ?? {});
    const needed = [...(made === undefined && id !== null ? [id] : []), project, owner].filter(
      (each) => each !== undefined,
    );
    for (const each of needed) t.true(known.includes(each), `${name} has no parameter ${each}`);
  }
});
