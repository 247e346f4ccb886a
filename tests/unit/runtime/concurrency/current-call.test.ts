import test from "ava";
import {
  asProcess,
  currentCaller,
  currentDeadline,
  currentNetwork,
  Deadline,
  inBackground,
  isInBackground,
  onBehalfOf,
  underDeadline,
  withoutDeadline,
} from "../../../../runtime/concurrency/current-call.js";

const now = () => [currentCaller(), currentNetwork(), currentDeadline(), isInBackground()];

test("whom a call is for and until when it lasts are told apart: to change one leaves the others", async (t) => {
  const deadline = new Deadline(60_000);
  t.deepEqual(now(), [null, "", null, false]);
  await underDeadline(deadline, async () => {
    t.deepEqual(now(), [null, "", deadline, false]);
    onBehalfOf("ann", () => t.deepEqual(now(), ["ann", "", deadline, false]));
    onBehalfOf(undefined, () => t.deepEqual(now(), ["anonymous", "home", deadline, false]), "home");
  });
  await onBehalfOf(
    "ann",
    () => underDeadline(deadline, async () => t.deepEqual(now(), ["ann", "home", deadline, false])),
    "home",
  );
  t.deepEqual(now(), [null, "", null, false]);
});

test("what a call sets off has its caller and no deadline, work behind has the background as its caller, and the process has none of it", async (t) => {
  const deadline = new Deadline(60_000);
  await onBehalfOf("ann", () =>
    underDeadline(deadline, async () => {
      withoutDeadline(() => t.deepEqual(now(), ["ann", "", null, false]));
      inBackground(() => t.deepEqual(now(), ["background", "", deadline, true]));
      inBackground(() => onBehalfOf("bob", () => t.deepEqual(now(), ["bob", "", deadline, true])));
      inBackground(() => asProcess(() => t.deepEqual(now(), [null, "", null, false])));
      await asProcess(async () => t.deepEqual(now(), [null, "", null, false]));
    }),
  );
});
