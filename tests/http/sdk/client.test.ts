import test from "ava";
import {
  createKiln,
  type Job,
  type Kiln as Client,
  NotFoundError,
  upload,
  waitForJob,
  type Fetch,
} from "../../../sdk/index.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let ann: Person;
let client: Client;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.host.baseUrl);
  client = createKiln({ url: kiln.host.baseUrl, key: ann.key });
});
test.after.always(() => kiln?.stop());

const picture = (prompt = "a kiln") =>
  client.generation.create({
    model: "mock-image",
    params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
  });

test("a job is waited for by events, and its states are told as they come (rules/clients 6)", async (t) => {
  const { job } = await picture();
  const states: Job["status"][] = [];
  const done = await waitForJob(client, job.id, { onChange: ({ status }) => states.push(status) });
  t.is(done.status, "succeeded");
  t.is(states.at(-1), "succeeded");
  t.is(done.resultStorageIds?.length, 1);
  t.false(client.changes.isLive, "the stream ends with the last who waits");
});

test("where there is no stream a job is waited for by asking (rules/clients 6)", async (t) => {
  const asked: string[] = [];
  const blocked: Fetch = (url, init) => {
    asked.push(new URL(url).pathname);
    return url.endsWith("/v1/events")
      ? Promise.resolve(new Response("no", { status: 404 }))
      : fetch(url, init);
  };
  const other = createKiln({ url: kiln.host.baseUrl, key: () => ann.key, fetch: blocked });
  const { job } = await picture();
  t.is((await waitForJob(other, job.id)).status, "succeeded");
  t.is(asked.filter((path) => path === "/v1/events").length, 1, "a refusal is final");
});

test("a wait ends with its signal's reason, and a job that is not there is not_found (rules/clients 5)", async (t) => {
  const stop = AbortSignal.abort(new Error("enough"));
  const { job } = await picture();
  await t.throwsAsync(waitForJob(client, job.id, { signal: stop }), { message: "enough" });
  await t.throwsAsync(waitForJob(client, crypto.randomUUID()), { instanceOf: NotFoundError });
});

test("a list is read to its end page by page (rules/clients 8)", async (t) => {
  const bob = await signUp(kiln.host.baseUrl);
  const own = createKiln({ url: kiln.host.baseUrl, key: bob.key });
  const { defaultProjectId: projectId } = await own.projects.list();
  const made = new Set<string>();
  for (const name of ["a", "b", "c", "d", "e"]) {
    const { workflow } = await own.workflows.create({ name });
    made.add(workflow.id);
  }
  const found: string[] = [];
  for await (const { id } of own.workflows.list.each({ projectId, limit: 2 })) found.push(id);
  t.deepEqual(found.toSorted(), [...made].toSorted());
});

test("files of each kind are stored byte for byte, and progress reaches the whole (rules/clients 7)", async (t) => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const blob = new File([bytes], "noise.bin", { type: "application/octet-stream" });
  const told = { contentType: "application/octet-stream", sizeBytes: bytes.length };
  const sources = [bytes, blob, () => new Blob([bytes]).stream(), new Blob([bytes]).stream()];
  for (const source of sources) {
    let sent = 0;
    const made = await upload(client, source, {
      ...(source !== blob && told),
      onProgress: ({ sentBytes, totalBytes }) => (sent = sentBytes / totalBytes),
    });
    t.is(sent, 1);
    const { object } = await client.storage.get({ storageId: made.storageId });
    t.is(object.filename, source === blob ? "noise.bin" : null);
    t.deepEqual(new Uint8Array(await (await fetch(object.url)).arrayBuffer()), bytes);
  }
  await t.throwsAsync(upload(client, bytes), { instanceOf: TypeError, message: /contentType/ });
});

test("bytes that did not get through are sent again, and a stream that cannot be is not (rules/clients 7)", async (t) => {
  const bytes = new Uint8Array(1000).fill(7);
  const told = { contentType: "application/octet-stream", sizeBytes: bytes.length };
  let opened = 0;
  const broken = () => {
    opened++;
    if (opened > 1) return new Blob([bytes]).stream();
    return new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, 10));
        controller.error(new Error("the disk is gone"));
      },
    });
  };
  const made = await upload(client, broken, told);
  t.is(opened, 2);
  t.is(made.sizeBytes, bytes.length);
  opened = 0;
  await t.throwsAsync(upload(client, broken(), told), { message: /did not get through/ });
});
