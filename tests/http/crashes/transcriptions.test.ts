import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { Client, signUp } from "../../helpers/client.js";
import { dealt } from "../../helpers/dealt.js";
import { ofRings } from "../../helpers/of-rings.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { uploadSound, waitForTranscription } from "../../helpers/transcribe.js";

/**
 * The process is killed (SIGKILL) at each step of a transcription. Another process ends the transcription, which is charged once
 * or not at all.
 */
let site: Site;
test.before(async () => {
  site = await openSite();
  await writeFile(
    join(site.pluginsDir, "careful.mjs"),
    `export { carefulTranscriber as default } from ${JSON.stringify(new URL("../../helpers/careful-transcriber.js", import.meta.url).href)};\n`,
  );
});
test.afterEach.always(() => site.endAll());
test.after.always(() => site?.close());

interface Crash {
  point: string;
  /** Language of the job: English goes to the mock, which may be asked again, and German to a transcriber that must not be. */
  language: "en" | "de";
  status: "succeeded" | "failed";
  submits?: number;
}

const CRASHES: readonly Crash[] = [
  ...["created", "intent", "submitted", "handle", "settling", "settled"].map((step): Crash => ({
    point: `transcriptions.${step}`,
    language: "en",
    status: "succeeded",
  })),
  { point: "transcriptions.intent", language: "de", status: "failed", submits: 0 },
  { point: "transcriptions.submitted", language: "de", status: "failed", submits: 1 },
  { point: "transcriptions.handle", language: "de", status: "succeeded", submits: 1 },
];

/**
 * The rings keep the crashes in a charge and behind it, and the crash behind a submit that may have been paid: it is not repeated, and
 * nobody is charged.
 */
const isAboutMoney = ({ point, language }: Crash) =>
  language === "en" ? point.startsWith("transcriptions.settl") : point === "transcriptions.submitted";

for (const { point, language, status, submits } of dealt(ofRings(CRASHES, { always: isAboutMoney }), {
  always: () => true,
}))
  test.serial(
    `SIGKILL at ${point}, ${submits === undefined ? "which may be asked again" : "which bills each submit"}: ${status}, one charge or none (rules/running 15; rules/transcriptions 2)`,
    async (t) => {
      const env = submits === undefined ? { CAREFUL: "0" } : { CAREFUL: "1" };
      const headers = { "idempotency-key": randomUUID() };
      const doomed = await site.start({ ...env, KILN_FAULT: `${point}=kill` });
      const { key } = await signUp(doomed.url);
      const apiAt = (url: string) => new Client(url, { authorization: `Bearer ${key}` });
      const api = apiAt(doomed.url);
      const before = (await api.get("/v1/account")).body.remainingCredits;
      const body = { storageId: await uploadSound(api), durationSeconds: 100, language };
      await api.post("/v1/transcriptions", body, { headers }).catch(() => null);
      t.deepEqual(await doomed.ended, { code: null, signal: "SIGKILL" }, doomed.output);

      const kiln = await site.startHere(env);
      const again = apiAt(kiln.url);
      const repeated = await again.post("/v1/transcriptions", body, { headers });
      t.is(repeated.status, 200, JSON.stringify(repeated.body));
      const job = await waitForTranscription(again, repeated.body.job.id);
      const cost = status === "succeeded" ? 2 : 0;
      t.like(job, { status, costCredits: cost }, JSON.stringify(job));
      if (status === "failed") t.deepEqual(job.error, { code: "unknown_outcome", retryable: true });
      else t.is((await again.get(`/v1/transcriptions/${job.id}/result`)).status, 200);
      t.is((await again.get("/v1/account")).body.remainingCredits, before - cost);
      t.is((await kiln.stop()).code, 0);
      if (submits !== undefined) {
        const made = await readFile(join(site.folder, "careful-transcriptions.txt"), "utf8").catch(() => "");
        t.is(made.split("\n").filter((id) => id === job.id).length, submits);
      }
      const entries = await site.query("SELECT id FROM ledger_entries WHERE ref = ?", [job.id]);
      t.is(entries.length, cost > 0 ? 1 : 0);
      t.deepEqual(await site.query("SELECT id FROM holds"), []);
      t.deepEqual((await site.verifyLedger()).mismatches, []);
    },
  );
