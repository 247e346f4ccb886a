import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { Client, signUp } from "../../helpers/client.js";
import { Documents, makeType } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { runKiln } from "../../helpers/run-kiln.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { testDatabaseUrl } from "../../helpers/test-database.js";
import { upload } from "../../helpers/upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

const JOBS = 6;
const SECRET_KEY = "test-secret-test-secret-test-secret!";
const hashOf = async (url: string): Promise<string> =>
  createHash("sha256")
    .update(Buffer.from(await (await fetch(url)).arrayBuffer()))
    .digest("hex");

test("a backup made while jobs run restores whole: ledger, files and documents (rules/operations 7)", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "kiln-backup-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const copy = join(folder, "copy");
  const source = { DATA_DIR: join(folder, "data"), SECRET_KEY };
  const kiln = await startKiln(source);
  t.teardown(() => kiln.stop());
  const isServer = kiln.host.config.databaseUrl !== null;
  const person = await signUp(kiln.url);
  const projectId = await makeProject(person);
  await makeType(kiln, projectId);
  const document = await new Documents(person, projectId).create({ title: "Glazes ’ 🏺 \\'; --" });
  t.is(document.status, 200);
  const storageId = await upload(person.api, "application/octet-stream", Buffer.from([0, 255, 39, 92, 10]));
  const first = await person.api.post("/v1/generations", mockRequest());
  const done = await waitForJob(person.api, first.body.job.id);
  const hash = await hashOf(done.resultUrls[0]);
  const running = Array.from({ length: JOBS }, () =>
    person.api.post("/v1/generations", mockRequest("[slow=0.3] a kiln")),
  );
  await Promise.all(running);

  const databaseOf = (url: string | undefined) => ({
    NODE_ENV: "test",
    LOG_LEVEL: "fatal",
    SECRET_KEY,
    DATABASE_URL: url,
  });
  const from = { ...databaseOf(kiln.host.config.databaseUrl ?? undefined), DATA_DIR: source.DATA_DIR };
  const made = await runKiln(["backup", "make", copy], from);
  t.is(made.code, 0, made.err);
  t.is((await runKiln(["backup", "make", copy], from)).code, 2, "a folder that is not empty is left alone");
  const inside = join(source.DATA_DIR, "media", "nightly");
  const within = await runKiln(["backup", "make", inside], from);
  t.is(within.code, 2, "a copy in what is copied would hold itself");
  t.regex(within.err, /folder outside of it/);
  t.false((await readdir(join(source.DATA_DIR, "media"))).includes("nightly"));

  const empty = await testDatabaseUrl({ isEmpty: true });
  t.teardown(() => empty.drop());
  const to = { ...databaseOf(empty.url), DATA_DIR: join(folder, "back") };
  const restored = await runKiln(["backup", "restore", copy], to);
  t.is(restored.code, 0, restored.err);
  t.is((await runKiln(["backup", "restore", copy], to)).code, 2, "what is there already is left alone");
  const verified = await runKiln(["ledger", "verify"], to);
  t.is(verified.code, 0, verified.out + verified.err);

  const second = await startKiln({
    DATA_DIR: to.DATA_DIR,
    SECRET_KEY,
    ...(empty.url !== undefined && { DATABASE_URL: empty.url }),
  });
  t.teardown(() => second.stop());
  const api = new Client(second.url, person.api.headers);
  const asked = async (path: string) => (await api.get(path)).body;
  const { job } = await asked(`/v1/generations/${first.body.job.id}`);
  t.is(await hashOf(job.resultUrls[0]), hash);
  const { object } = await asked(`/v1/storage/${storageId}`);
  t.is(object?.sizeBytes ?? null, 5);
  const kept = await asked(`/v1/content/documents/${document.body.document.id}`);
  t.is(kept.document.draft.title, "Glazes ’ 🏺 \\'; --");
  const files = await readdir(join(copy, "media"), { recursive: true });
  t.true(files.length > 0);
  if (!isServer) return;

  await truncate(join(copy, "database.sql"), (await readFile(join(copy, "database.sql"))).length - 100);
  const other = await testDatabaseUrl({ isEmpty: true });
  t.teardown(() => other.drop());
  const broken = await runKiln(["backup", "restore", copy], {
    ...databaseOf(other.url),
    DATA_DIR: join(folder, "broken"),
  });
  t.is(broken.code, 2);
  t.regex(broken.err, /ends in the middle/);
});
