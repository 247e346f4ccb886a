import test from "ava";
import { AnswersInMaking } from "../../../services/delivery/serving/answers-in-making.js";
import type { Body } from "../../../services/delivery/serving/body.js";
import type { View } from "../../../services/delivery/serving/view.js";

const viewAt = (revision: number, perspective = "published"): View =>
  ({ project: { id: "p" }, perspective, shape: { revision: 1 }, revision }) as unknown as View;

const bodyOf = (etag: string) => ({ etag }) as Body;

test("who asks the same of the same revision while it is made gets that answer; others make theirs", async (t) => {
  const making = new AnswersInMaking();
  let made = 0;
  const make = async (): Promise<Body> => {
    made += 1;
    const etag = String(made);
    await new Promise(setImmediate);
    return bodyOf(etag);
  };
  const answers = await Promise.all([
    making.share(viewAt(1), "a", make),
    making.share(viewAt(1), "a", make),
    making.share(viewAt(2), "a", make),
    making.share(viewAt(1, "drafts"), "a", make),
    making.share(viewAt(1), "b", make),
  ]);
  t.deepEqual(
    answers.map(({ etag }) => etag),
    ["1", "1", "2", "3", "4"],
  );
  t.is((await making.share(viewAt(1), "a", make)).etag, "5");
});

test("an answer that fails fails those who wait for it, and the next one is made", async (t) => {
  const making = new AnswersInMaking();
  const fail = () => Promise.reject(new Error("The database is away."));
  const both = [making.share(viewAt(1), "a", fail), making.share(viewAt(1), "a", fail)];
  for (const each of both) await t.throwsAsync(each, { message: "The database is away." });
  t.is((await making.share(viewAt(1), "a", async () => bodyOf("x"))).etag, "x");
});
