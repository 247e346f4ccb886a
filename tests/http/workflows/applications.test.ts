import test from "ava";
import sharp from "sharp";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { setBalance } from "../../helpers/set-balance.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";
import { graphOf, makeWorkflow, promptNode, runToEnd } from "../../helpers/workflows.js";

let kiln: Kiln;
let ann: Person;
let png: Buffer;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
});
test.after.always(() => kiln?.stop());

const node = (id: string, applicationId: string, data: object = {}) => ({
  id,
  type: "application",
  data: { applicationId, ...data },
});
const jobsOf = async (person: Person, query = "") =>
  (await person.api.get(`/v1/generations${query}`)).body.jobs as {
    id: string;
    params: Record<string, unknown>;
    costCredits: number;
  }[];

test("an application node is the job that a run of the Application would be, in the run's project (rules/workflows 14)", async (t) => {
  const person = await signUp(kiln.url);
  const projectId = await makeProject(person, []);
  const first = await upload(person.api, "image/png", png);
  const graph = graphOf(
    [
      { id: "m", type: "imageInput", data: { storageId: first } },
      promptNode("p", "  like a dream  "),
      node("a", "mock-app-images", { text: "not this", presetId: "cold" }),
      node("b", "mock-app-frames", { text: "from here to there" }),
      { id: "o", type: "output" },
    ],
    ["m>a", "p>a", "a>b", "m>b", "b>o"],
  );
  const id = await makeWorkflow(person.api, graph, { projectId });
  const estimate = (await person.api.post(`/v1/workflows/${id}/estimate`, {})).body;
  const run = await runToEnd(person.api, id);
  t.is(run.status, "complete", JSON.stringify(run));
  const { a, b } = run.nodeResults;
  t.is(a.output.type, "image");
  t.is(b.output.type, "video");
  const submitted = await person.api.post("/v1/applications/mock-app-images/run", {
    imageStorageIds: [first],
    text: "  like a dream  ",
    presetId: "cold",
    projectId,
  });
  const [own, video, image] = await jobsOf(person, `?projectId=${projectId}`);
  t.is(own?.id, submitted.body.job.id);
  t.deepEqual(image?.params, own?.params);
  t.regex(String(image?.params.prompt), /Guidance: like a dream$/);
  t.is(video?.params.startFrameStorageId, a.output.storageId);
  t.is(video?.params.endFrameStorageId, first);
  t.is(a.costCredits, image?.costCredits);
  t.is(b.costCredits, video?.costCredits);
  t.deepEqual(
    estimate.nodes.map((priced: { estimatedCredits: number }) => priced.estimatedCredits),
    [a.costCredits, b.costCredits],
  );
});

test("what an Application does not take ends its node with the reason, and nothing is charged (rules/workflows 17)", async (t) => {
  const person = await signUp(kiln.url);
  const before = (await person.api.get("/v1/account")).body.remainingCredits;
  const cases: [object, RegExp][] = [
    [{ id: "a", type: "application" }, /set data\.applicationId/],
    [node("a", "no-such"), /Unknown Application "no-such"/],
    [node("a", "mock-app-images"), /imageStorageIds must have 1 to 3 ids, not 0/],
    [node("a", "mock-app-text", { presetId: "odd" }), /presetId must be one of warm, cold/],
    [node("a", "mock-app-silent", { text: "x" }), /text is not accepted/],
    [node("a", "mock-app-text", { durationSeconds: 0 }), /durationSeconds must be greater than 0/],
    [node("a", "mock-app-images", { imageStorageIds: ["x"] }), /UUID/i],
  ];
  for (const [given, reason] of cases) {
    const run = await runToEnd(
      person.api,
      await makeWorkflow(person.api, graphOf([given as { id: string; type: string }])),
    );
    t.is(run.status, "error");
    t.is(run.nodeResults.a.status, "error");
    t.regex(run.nodeResults.a.detail, reason);
  }
  t.deepEqual(await jobsOf(person), []);
  t.is((await person.api.get("/v1/account")).body.remainingCredits, before);
});

test("an application node that cannot be afforded is refused with 402 before the run starts (rules/workflows 20)", async (t) => {
  const person = await signUp(kiln.url);
  const id = await makeWorkflow(person.api, graphOf([node("a", "mock-app-text", { text: "x" })]));
  await setBalance(ann, person, 0);
  const answer = await person.api.post(`/v1/workflows/${id}/execute`, {});
  t.is(answer.status, 402, JSON.stringify(answer.body));
  t.is((await person.api.get(`/v1/workflows/${id}/runs`)).body.total, 0);
});
