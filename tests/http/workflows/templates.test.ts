import { readFile } from "node:fs/promises";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { makeArticle } from "../../helpers/articles.js";
import { type Person, signUp } from "../../helpers/client.js";
import { ofRings } from "../../helpers/of-rings.js";
import { field, postType } from "../../helpers/post-type.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { lendTextModel, marked } from "../../helpers/lend-text-model.js";
import { upload } from "../../helpers/upload.js";
import { runToEnd } from "../../helpers/workflows.js";

let kiln: Kiln;
let person: Person;
test.before(async () => {
  kiln = await startKiln({ SIGNUP_CREDITS: "10000", MOCK_PROVIDER: "0" });
  person = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const WITHOUT_KEYS = [
  "article-read-aloud",
  "article-with-picture",
  "photo-in-motion",
  "podcast-kit",
  "poster-enlarged",
  "product-photo-styles",
  "social-set",
  "storyboard-to-video",
  "voice-over-voices",
];

interface Listed {
  id: string;
  ready: boolean;
  missing: string[];
  inputNodes: { nodeId: string; type: string; current: string | null }[];
}

test.serial(
  "templates are listed with what they take and what is missing; at least eight work without keys (rules/workflows 36)",
  async (t) => {
    const { body } = await person.api.get("/v1/workflow-templates");
    const templates: Listed[] = body.templates;
    t.is(body.total, templates.length);
    const ready = templates.filter((each) => each.ready).map(({ id }) => id);
    for (const id of WITHOUT_KEYS) t.true(ready.includes(id), id);
    for (const { ready: isReady, missing } of templates) t.is(isReady, missing.length === 0);
    t.like(
      templates.find(({ id }) => id === "translated-and-published"),
      { ready: false, missing: ["a text model"] },
    );
  },
);

test("templateId makes a workflow of one's own; with a graph, or unknown, it is refused (rules/workflows 36)", async (t) => {
  const made = await person.api.post("/v1/workflows", { templateId: "social-set" });
  t.is(made.status, 200, JSON.stringify(made.body));
  t.is(made.body.workflow.name, "Social set");
  const named = await person.api.post("/v1/workflows", { templateId: "social-set", name: "Mine" });
  t.is(named.body.workflow.name, "Mine");
  const both = await person.api.post("/v1/workflows", {
    templateId: "social-set",
    graph: { nodes: [], edges: [] },
  });
  t.is(both.status, 400);
  const unknown = await person.api.post("/v1/workflows", { templateId: "ghost" });
  t.is(unknown.status, 400);
  t.regex(unknown.body.error.message, /there are product-photo-styles, social-set/);
});

/** Templates that run where their services are configured, and elsewhere say what is missing. */
const WITH_MORE = ["translated-and-published", "podcast-clean-up", "interview-transcript"];

const listed = async ({ api }: Person, id: string): Promise<Listed> => {
  const { body } = await api.get("/v1/workflow-templates");
  const found = (body.templates as Listed[]).find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no template ${id}.`);
  return found;
};

/** Makes an article in two languages, with the fields that the templates name. */
async function writeArticle(own: Person): Promise<void> {
  const projectId = (await own.api.get("/v1/projects")).body.defaultProjectId;
  await own.api.put(`/v1/projects/${projectId}/content/settings`, {
    defaultLocale: "en",
    locales: ["en", "de"].map((code) => ({ code, title: code })),
  });
  await postType(
    own.api,
    projectId,
    "article",
    [
      field("title", { required: true, localized: true }),
      field("picture", { type: "media", accept: ["image"] }),
      field("recording", { type: "media", accept: ["audio"] }),
    ],
    { titleField: "title" },
  );
  await makeArticle(own.api, projectId, { title: "Harvest in the valley" });
}

/** Uploads of a person who has only the local models, by the type of the input node. */
const MEDIA: Record<string, (own: Person) => Promise<string>> = {
  imageInput: async ({ api }) => upload(api, "image/jpeg", await readFile("examples/photo.jpg")),
  audioInput: (own) => made(own, "local-voice", { kind: "audio", prompt: "Good morning. This is a test." }),
  videoInput: (own) =>
    made(own, "local-motion", {
      kind: "video",
      prompt: "A slow zoom",
      duration: 2,
      aspectRatio: "16:9",
      resolution: "480p",
    }),
};
async function made({ api }: Person, model: string, params: object): Promise<string> {
  const { body } = await api.post("/v1/generations", { model, params });
  const job = await waitForJob(api, body.job.id);
  return job.resultStorageIds[0];
}

/** Templates of the rings: of documents, voices, texts, pictures and cleaned sounds. Those of films take seconds. */
const QUICK = ["article-read-aloud", "poster-enlarged", "translated-and-published", "podcast-clean-up"];

for (const id of ofRings([...WITHOUT_KEYS, ...WITH_MORE], { always: (one) => QUICK.includes(one) }))
  test.serial(`the template ${id} runs to its end on local models`, async (t) => {
    const own = await signUp(kiln.url);
    if (id === "translated-and-published")
      lendTextModel(kiln, async (request) => marked(request, (text) => `DE ${text}`));
    if (id.startsWith("article") || id.startsWith("translated")) await writeArticle(own);
    const { ready, missing, inputNodes } = await listed(own, id);
    if (!ready) {
      t.true(WITH_MORE.includes(id), id);
      return t.deepEqual(missing, ["a provider that transcribes"]);
    }
    const { workflow } = (await own.api.post("/v1/workflows", { templateId: id })).body;
    const inputs: Record<string, object> = {};
    for (const { nodeId, type, current } of inputNodes)
      if (current === null) inputs[nodeId] = { storageId: await MEDIA[type]?.(own) };
    // A sound is chosen in the workflow, because runs take none (rules/workflows 9).
    for (const node of workflow.graph.nodes)
      if (node.type === "audioInput") node.data.storageId = await MEDIA.audioInput?.(own);
    const saved = await own.api.patch(`/v1/workflows/${workflow.id}`, { graph: workflow.graph });
    t.is(saved.status, 200, JSON.stringify(saved.body));
    const run = await runToEnd(own.api, workflow.id, { inputs });
    t.is(run.status, "complete", JSON.stringify(run.nodeResults).slice(0, 3000));
    return undefined;
  });

test("ComfyUI's API format is imported and runs; what has no counterpart is named (rules/workflows 37)", async (t) => {
  const prompt = {
    "3": { class_type: "KSampler", inputs: { positive: ["6", 0], latent_image: ["5", 0], model: ["4", 0] } },
    "4": { class_type: "LoraLoader", inputs: {} },
    "5": { class_type: "EmptyLatentImage", inputs: { width: 512, height: 512 } },
    "6": { class_type: "CLIPTextEncode", inputs: { text: "a lake" } },
    "8": { class_type: "VAEDecode", inputs: { samples: ["3", 0] } },
    "9": { class_type: "SaveImage", inputs: { images: ["8", 0] } },
  };
  const made = await person.api.post("/v1/workflows/import", {
    format: "comfyui",
    prompt,
    model: "local-canvas",
  });
  t.is(made.status, 200, JSON.stringify(made.body));
  t.deepEqual(
    made.body.missing.map(({ nodeId }: { nodeId: string }) => nodeId),
    ["3", "4"],
  );
  const run = await runToEnd(person.api, made.body.workflow.id);
  t.is(run.status, "complete", JSON.stringify(run.nodeResults));
  t.is(run.nodeResults["9"].output.type, "image");
  for (const [body, message] of [
    [{ format: "n8n", prompt }, /format must be "comfyui"/],
    [{ format: "comfyui", prompt: { nodes: [] } }, /API format/],
    [{ format: "comfyui", prompt, model: "ghost" }, /no image model "ghost"/],
  ] as const) {
    const refused = await person.api.post("/v1/workflows/import", body);
    t.is(refused.status, 400);
    t.regex(refused.body.error.message, message);
  }
});
