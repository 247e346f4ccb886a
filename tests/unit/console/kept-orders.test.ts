import test from "ava";
import { KeptOrders, type Place } from "../../../console/kept-orders.js";

/** Returns the storage of a tab, which a reload of the page keeps. */
function openTab(room = Infinity): Place {
  let kept: string | null = null;
  return {
    read: () => kept,
    write: (text) => {
      if (text.length > room) throw new Error("The storage is full.");
      kept = text;
    },
  };
}

/** Sends an order and returns its key; the answer is lost or a refusal where `error` is given. */
async function send(orders: KeptOrders, order: readonly unknown[], error?: Error): Promise<string> {
  let sent = "";
  await orders
    .send(order, (key) => {
      sent = key;
      return error === undefined ? Promise.resolve() : Promise.reject(error);
    })
    .catch(() => undefined);
  return sent;
}

const LOST = new Error("No answer.");
const RUN = ["run", { id: "a", inputs: {} }];

test("an order without an answer is repeated under its key, also after a reload and after other orders (rules/console 11)", async (t) => {
  const tab = openTab();
  const orders = new KeptOrders(tab);
  const key = await send(orders, RUN, LOST);
  const other = await send(orders, ["run", { id: "b", inputs: {} }], LOST);
  t.not(other, key);
  t.is(await send(orders, RUN, LOST), key);
  t.is(await send(new KeptOrders(tab), RUN), key);
});

test("after its answer an equal order is a new one, and other orders keep their keys", async (t) => {
  const tab = openTab();
  const orders = new KeptOrders(tab);
  const lost = await send(orders, ["translate", "all"], LOST);
  const key = await send(orders, RUN);
  t.not(await send(orders, RUN), key);
  t.is(await send(new KeptOrders(tab), ["translate", "all"]), lost);
});

test("after ten minutes an equal order is meant as another one (rules/console 11)", async (t) => {
  let now = 0;
  const orders = new KeptOrders(openTab(), () => now);
  const key = await send(orders, RUN, LOST);
  now = 9 * 60_000;
  t.is(await send(orders, RUN, LOST), key);
  now = 11 * 60_000;
  t.not(await send(orders, RUN), key);
});

test("a tab without room keeps the keys while the page is open", async (t) => {
  const orders = new KeptOrders(openTab(10));
  t.is(await send(orders, RUN, LOST), await send(orders, RUN));
});

test("of many orders without an answer the oldest ones go, and what a tab cannot be read from is none", async (t) => {
  const tab = openTab();
  const orders = new KeptOrders(tab);
  const first = await send(orders, ["run", 0], LOST);
  const second = await send(orders, ["run", 1], LOST);
  for (let at = 2; at <= 50; at += 1) await send(orders, ["run", at], LOST);
  t.is(await send(orders, ["run", 1], LOST), second);
  t.not(await send(orders, ["run", 0], LOST), first);
  tab.write("{");
  t.truthy(await send(new KeptOrders(tab), RUN));
});
