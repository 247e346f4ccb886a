import test from "ava";
import type { Model } from "../../../contracts/models.js";
import { makeSampleMedia } from "../../../plugins/kit/conformance/sample-media.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { variantsOf } from "../../helpers/neighbours.js";
import { setBalance } from "../../helpers/set-balance.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";
import { priceOf } from "../../helpers/value-pairs.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

/** Every value that a local model declares is made for real and settled at the price of its table. */
let kiln: Kiln;
let person: Person;
test.before(async () => {
  kiln = await startKiln();
  const operator = await signUp(kiln.url);
  person = await signUp(kiln.url);
  await setBalance(operator, person, 100_000);
});
test.after.always(() => kiln?.stop());

test("a job of each declared value of a local model succeeds and is settled at its price", async (t) => {
  const media = await makeSampleMedia();
  const [image, video, audio] = await Promise.all(
    [media.image, media.video, media.audio].map(({ contentType, bytes }) =>
      upload(person.api, contentType, bytes),
    ),
  );
  const ids = { image: String(image), video: String(video), audio: String(audio) };
  const models: Model[] = (await person.api.get("/v1/models")).body.models;
  let made = 0;
  for (const model of models.filter(({ provider }) => provider === "local"))
    for (const { params } of variantsOf(model, ids).filter(({ names }) => names === undefined)) {
      const about = `${model.id} ${JSON.stringify(params)}`;
      const { status, body } = await person.api.post("/v1/generations", { model: model.id, params });
      t.is(status, 200, `${about}: ${JSON.stringify(body)}`);
      const job = await waitForJob(person.api, body.job.id, undefined, 600_000);
      t.is(job.status, "succeeded", `${about}: ${job.errorMessage}`);
      t.is(job.costCredits, priceOf(model, params), about);
      made += 1;
    }
  t.log(`${made} jobs`);
});
