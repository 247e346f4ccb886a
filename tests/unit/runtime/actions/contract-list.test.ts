import test from "ava";
import { z } from "zod";
import { contract } from "../../../../contracts/contract.js";
import { ContractList } from "../../../../runtime/actions/contract-list.js";

const made = (name: `${string}.${string}`) =>
  contract({ name, description: name, params: z.object({}), result: z.object({}), audience: "account" });

test("contracts of plugins come and go beside ours, each change is told once and gives a new array", (t) => {
  const own = made("ours.read");
  const list = new ContractList([own]);
  let told = 0;
  const stop = list.onChange(() => (told += 1));
  t.is(list.all, list.all);
  const before = list.all;
  list.set("nobody", []);
  t.is(list.all, before, "nothing went, so nothing changed");
  t.is(told, 0);

  const first = made("links.read");
  list.set("links", [first]);
  t.deepEqual(list.all, [own, first]);
  t.deepEqual(list.plugins, [first]);
  t.is(list.find("links.read"), first);
  t.is(told, 1);

  const second = made("links.write");
  list.set("links", [second]);
  t.deepEqual(list.all, [own, second]);
  t.is(list.find("links.read"), undefined);
  stop();
  list.set("links", []);
  t.deepEqual(list.all, [own]);
  t.deepEqual(list.plugins, []);
  t.is(told, 2);
});
