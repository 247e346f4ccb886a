import test from "ava";
import { z } from "zod";
import { contract } from "../../../../contracts/contract.js";
import { action } from "../../../../runtime/actions/action.js";
import { actionsOf } from "../../../../runtime/actions/area.js";

const make = (name: `${string}.${string}`) =>
  contract({
    name,
    description: "A test.",
    params: z.object({}),
    result: z.object({}),
    audience: "internal",
  });
const one = make("birds.one");
const two = make("birds.two");
const answer = (of: typeof one) => action(of, { run: async () => ({}) });

test("a contract that nobody answers, a stranger's and a doubled one stop the start", (t) => {
  t.notThrows(() => actionsOf({ name: "birds", actions: [answer(one), answer(two)] }, [one, two]));
  t.throws(() => actionsOf({ name: "birds", actions: [answer(one)] }, [one, two]), {
    message: /birds\.two/,
  });
  t.throws(() => actionsOf({ name: "birds", actions: [answer(one), answer(one)] }, [one]), {
    message: /twice/,
  });
  t.throws(() => actionsOf({ name: "fish", actions: [answer(one)] }, []), {
    message: /does not belong/,
  });
});

test("an idempotent contract without a replay stops the start", (t) => {
  t.throws(() => action({ ...one, idempotent: true }, { run: async () => ({}) }), { message: /replay/ });
});
