import test from "ava";
import type { PointName } from "../../../../plugins/kit/define-plugin.js";
import { mockTextModel } from "../../../../plugins/providers/mock/mock-text-model.js";
import { mockProvider } from "../../../../plugins/providers/mock/mock-provider.js";
import disk from "../../../../plugins/storage/disk/index.js";
import { driverProblem } from "../../../../runtime/plugins/check-driver.js";

const nothing = async () => {};
const gateway = {
  id: "shop",
  createCheckout: nothing,
  setCancelAtPeriodEnd: nothing,
  endSubscription: nothing,
  receive: nothing,
};
const problem = (point: PointName, driver: unknown) => driverProblem(point, driver as never);

test("drivers that are what their point asks for have no problem", (t) => {
  t.is(problem("paymentGateway", gateway), null);
  t.is(problem("paymentGateway", { ...gateway, close: nothing }), null);
  t.is(problem("mailer", { id: "post", send: nothing }), null);
  t.is(problem("storageDriver", disk.provides.storageDriver), null);
  t.is(problem("modelProvider", mockProvider), null);
  t.is(problem("textModel", mockTextModel), null);
});

test("a gateway and a mailer without a name or one of their functions are refused by name", (t) => {
  for (const verb of ["createCheckout", "setCancelAtPeriodEnd", "endSubscription", "receive"])
    t.is(
      problem("paymentGateway", { ...gateway, [verb]: undefined }),
      `The paymentGateway shop has no ${verb}.`,
    );
  t.is(problem("mailer", { id: "post" }), "The mailer post has no send.");
  t.is(problem("storageDriver", { scheme: "tape" }), "The storageDriver tape has no open.");
  for (const id of [undefined, "", "Two Words", 7]) {
    t.regex(problem("paymentGateway", { ...gateway, id }) ?? "", /^A paymentGateway's id must be/);
    t.regex(problem("mailer", { id, send: nothing }) ?? "", /^A mailer's id must be/);
  }
});

test("what is no object, and a close that is no function, are refused at every point", (t) => {
  for (const point of ["modelProvider", "storageDriver", "paymentGateway", "mailer", "textModel"] as const) {
    for (const driver of [undefined, "text", 7])
      t.is(problem(point, driver), `A ${point} must be an object.`);
    t.is(problem(point, { close: true }), `The close of a ${point} must be a function.`);
  }
});
