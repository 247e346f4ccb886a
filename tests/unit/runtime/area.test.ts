import test from "ava";
import { z } from "zod";
import { contract } from "../../../contracts/contract.js";
import { action } from "../../../runtime/action.js";
import { toServiceSchema } from "../../../runtime/area.js";

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
const deps = {
  call: null as never,
  read: null as never,
  requireEmailVerification: false,
  checkResults: true,
};

test("a contract that nobody answers, a stranger's and a doubled one stop the start", (t) => {
  t.notThrows(() =>
    toServiceSchema({ name: "birds", actions: [answer(one), answer(two)] }, deps, [one, two]),
  );
  t.throws(() => toServiceSchema({ name: "birds", actions: [answer(one)] }, deps, [one, two]), {
    message: /birds\.two/,
  });
  t.throws(() => toServiceSchema({ name: "birds", actions: [answer(one), answer(one)] }, deps, [one]), {
    message: /twice/,
  });
  t.throws(() => toServiceSchema({ name: "fish", actions: [answer(one)] }, deps, []), {
    message: /does not belong/,
  });
});

test("an idempotent contract without a replay stops the start", (t) => {
  t.throws(() => action({ ...one, idempotent: true }, { run: async () => ({}) }), { message: /replay/ });
});
