import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { lendTranscriber } from "../../helpers/lend-transcriber.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { uploadSound, waitForTranscription } from "../../helpers/transcribe.js";
import { upload } from "../../helpers/upload.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln({
    MOCK_PROVIDER: "0",
    PROVIDER_GONE_SECONDS: "0.5",
    REQUIRE_EMAIL_VERIFICATION: "1",
  });
  ann = await signUp(kiln.url);
  await ann.session.patch(`/v1/admin/accounts/${ann.id}`, { emailVerified: true });
});
test.after.always(() => kiln?.stop());

const submit = (body: object, { api } = ann) => api.post("/v1/transcriptions", body);
/** Removes the built-in transcribers, which work where their engine is installed; these tests add their own. */
const leave = () => {
  for (const { name } of kiln.host.plugins.plugins)
    if (kiln.host.plugins.all("transcriber").some(({ id }) => id === name || id.startsWith(`${name}-`)))
      kiln.host.plugins.remove(name);
};

test.serial(
  "without a provider that transcribes it is provider_unavailable, after all that the caller can change (rules/transcriptions 6)",
  async (t) => {
    leave();
    const storageId = await uploadSound(ann.api);
    const none = await submit({ storageId, durationSeconds: 1 });
    t.is(none.status, 503, JSON.stringify(none.body));
    t.is(none.body.error.code, "provider_unavailable");
    t.truthy(none.headers.get("retry-after"));
    t.is((await submit({ storageId: randomUUID(), durationSeconds: 1 })).status, 400);
    const image = await upload(ann.api, "image/png", Buffer.from("x"));
    t.is((await submit({ storageId: image, durationSeconds: 1 })).status, 400);
    t.is((await submit({ storageId, durationSeconds: 1_000_000 })).body.error.code, "insufficient_credits");
    const eve = await signUp(kiln.url);
    t.is(
      (await submit({ storageId: await uploadSound(eve.api), durationSeconds: 1 }, eve)).body.error.code,
      "email_unverified",
    );
    t.deepEqual(await kiln.host.read.query("SELECT id FROM holds"), []);
  },
);

test.serial(
  "a transcriber of some languages takes these and no other, and what it heard names the language",
  async (t) => {
    const lent = lendTranscriber(kiln, { languages: ["en"] }, async () => ({
      state: "succeeded",
      transcript: { text: "Hello", language: "en", words: [], segments: [] },
    }));
    const storageId = await uploadSound(ann.api);
    const refused = await submit({ storageId, durationSeconds: 1, language: "de" });
    t.is(refused.status, 400);
    t.is(refused.body.error.message, "language must be one of en, or left out.");
    const { id } = (await submit({ storageId, durationSeconds: 1 })).body.job;
    t.like(await waitForTranscription(ann.api, id), { status: "succeeded", language: "en" });
    t.deepEqual((await ann.api.get(`/v1/transcriptions/${id}/result`)).body, {
      text: "Hello",
      language: "en",
      words: [{ text: "Hello" }],
      segments: [{ text: "Hello", start: 0, end: 1 }],
    });
    lent.leave();
  },
);

test.serial("an answer that cannot be read fails without a charge (rules/transcriptions 9)", async (t) => {
  const lent = lendTranscriber(kiln, {}, async () => ({
    state: "succeeded",
    transcript: { words: 5 } as never,
  }));
  const { id } = (await submit({ storageId: await uploadSound(ann.api), durationSeconds: 1 })).body.job;
  const job = await waitForTranscription(ann.api, id);
  t.like(job, { status: "failed", costCredits: 0 });
  t.is(job.errorMessage, "The transcriber gave an answer that cannot be read. Nothing was charged.");
  lent.leave();
});

test.serial(
  "five failures in a row open the circuit of its provider: new ones are refused, before any charge (rules/models 29)",
  async (t) => {
    const lent = lendTranscriber(kiln, {}, async ({ work, fail }) => fail(work));
    const storageId = await uploadSound(ann.api);
    for (let count = 0; count < 5; count += 1) {
      const { id } = (await submit({ storageId, durationSeconds: 1 })).body.job;
      await waitForTranscription(ann.api, id);
    }
    const answer = await submit({ storageId, durationSeconds: 1 });
    t.is(answer.status, 503);
    t.is(answer.body.error.code, "provider_unavailable");
    t.true(Number(answer.headers.get("retry-after")) > 0);
    const other = lendTranscriber(kiln, { preference: -1 }, async () => ({
      state: "succeeded",
      transcript: { text: "", language: null, words: [], segments: [] },
    }));
    const { id } = (await submit({ storageId, durationSeconds: 1 })).body.job;
    t.is((await waitForTranscription(ann.api, id)).status, "succeeded", "another one works meanwhile");
    lent.leave();
    other.leave();
  },
);

test.serial(
  "work whose transcriber left waits, and fails after PROVIDER_GONE_SECONDS without a charge (rules/models 5)",
  async (t) => {
    const lent = lendTranscriber(kiln, {}, async () => ({
      state: "pending",
      handle: {},
      pollAfterMs: 60_000,
    }));
    const { id } = (await submit({ storageId: await uploadSound(ann.api), durationSeconds: 1 })).body.job;
    lent.leave();
    const job = await waitForTranscription(ann.api, id);
    t.like(job, {
      status: "failed",
      costCredits: 0,
      error: { code: "provider_unavailable", retryable: true },
    });
  },
);
