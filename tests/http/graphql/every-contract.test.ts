import anyTest, { type TestFn } from "ava";
import { type GraphQLSchema, getNamedType, isEnumType, isScalarType, validateSchema } from "graphql";
import { pathNames } from "../../../contracts/contract.js";
import { CONTRACTS } from "../../../contracts/index.js";
import { fieldNameOf, FIELD_NAMES, LEFT_OUT } from "../../../services/gateway/graphql/schema/field-names.js";
import { makePlatformSchema } from "../../../services/gateway/graphql/schema/make-schema.js";
import type { Kiln } from "../../../start.js";
import { Documents, makeType } from "../../helpers/content.js";
import { type Person, signUp } from "../../helpers/client.js";
import { plain, presented, selectionOf } from "../../helpers/graphql-answers.js";
import { inOneWindow } from "../../helpers/in-one-window.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { uploadSound, waitForTranscription } from "../../helpers/transcribe.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { graphOf, makeWorkflow, picture, runToEnd } from "../../helpers/workflows.js";
import type { CallingField } from "../../../services/gateway/graphql/schema/streams.js";

const test = anyTest as TestFn<{ kiln: Kiln; operator: Person }>;
test.before(async (t) => {
  const kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1" });
  t.context = { kiln, operator: await signUp(kiln.url) };
});
test.after.always((t) => t.context.kiln?.stop());

const { schema, fields } = makePlatformSchema(CONTRACTS, async () => null);
const roots = [...fields].filter(([key]) => /^(Query|Mutation)\./.test(key)).map(([, field]) => field);

test("every contract with a route has a field that is named, or is left out with a reason (rules/edge 40)", (t) => {
  const routed = CONTRACTS.filter(({ rest }) => rest !== undefined);
  const have = new Set(roots.map(({ contract }) => contract.name));
  for (const { name } of routed) {
    t.not(have.has(name), name in LEFT_OUT, name);
    t.not(name in FIELD_NAMES, name in LEFT_OUT, `${name} stands in one list`);
  }
  for (const name of [...Object.keys(FIELD_NAMES), ...Object.keys(LEFT_OUT)])
    t.true(
      routed.some((contract) => contract.name === name),
      name,
    );
  t.deepEqual(validateSchema(schema), []);
  for (const { name, operation, contract } of roots)
    t.is(operation, contract.rest?.method === "GET" ? "query" : "mutation", name);
});

test("a contract that comes at run time is named by its area and verb", (t) => {
  const [some] = CONTRACTS.filter(({ rest }) => rest !== undefined);
  t.is(some && fieldNameOf({ ...some, name: "links.create" }), "linksCreate");
  const made = makePlatformSchema(
    [...CONTRACTS, ...(some ? [{ ...some, name: "links.create" as const }] : [])],
    async () => null,
  );
  t.true(made.fields.has("Query.linksCreate") || made.fields.has("Mutation.linksCreate"));
});

function queryOf(from: GraphQLSchema, { name }: CallingField, params: Record<string, unknown>): string {
  const field = from.getQueryType()?.getFields()[name];
  const given = Object.entries(params).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const type = field && getNamedType(field.type);
  const selection = type && !isScalarType(type) && !isEnumType(type) ? selectionOf(type, fields) : "";
  return `{ ${name}${given.length > 0 ? `(${given.join(", ")})` : ""}${selection} }`;
}

interface Measured {
  contentType: string;
  width?: number | null;
}

/** Makes one of each thing that a route reads. */
async function makeThings(kiln: Kiln, person: Person) {
  const { api } = person;
  const projectId = await makeProject(person);
  const typeId = await makeType(kiln, projectId);
  const documents = new Documents(person, projectId);
  const documentId = (await documents.create({ title: "Pots" })).body.document.id as string;
  await documents.put(documentId, { title: "Kilns" });
  const revisions = (await api.get(`/v1/content/documents/${documentId}/revisions`)).body.revisions as {
    id: string;
  }[];
  const params = { kind: "image", prompt: "a kiln", aspectRatio: "1:1", numImages: 1 };
  const started = await api.post("/v1/generations", { model: "mock-image", params, projectId });
  const job = await waitForJob(api, started.body.job.id as string);
  const sound = await uploadSound(api);
  const transcription = (await api.post("/v1/transcriptions", { storageId: sound, durationSeconds: 1 })).body
    .job;
  await waitForTranscription(api, transcription.id);
  const workflowId = await makeWorkflow(api, graphOf([picture("a", "pots")]));
  const run = await runToEnd(api, workflowId);
  const trigger = (await api.post(`/v1/workflows/${workflowId}/triggers`, { inbound: {}, dailyCredits: 10 }))
    .body.trigger;
  const webhook = await makeWebhook(api, projectId, "http://127.0.0.1:9/hook");
  // A task that follows their job measures pictures: one that ends between two reads would make the reads differ.
  await until(async () => {
    const { objects } = (await api.get("/v1/storage/usage")).body as { objects: Measured[] };
    return objects.every(({ contentType, width }) => !contentType.startsWith("image/") || width != null);
  });
  return {
    projectId,
    typeId,
    documentId,
    revisionId: revisions[0]?.id,
    job,
    transcription,
    workflowId,
    run,
    trigger,
    webhook,
  };
}

test("what is read by GraphQL equals what REST answers, for every route that reads (rules/edge 40)", async (t) => {
  const { kiln, operator } = t.context;
  const things = await makeThings(kiln, operator);
  const { projectId, documentId, workflowId } = things;
  const trigger = { id: workflowId, triggerId: things.trigger.id as string };
  const ids: Record<string, Record<string, unknown>> = {
    "content.getDocument": { id: documentId },
    "content.getRevision": { id: documentId, revisionId: things.revisionId },
    "content.getSettings": { projectId },
    "content.getType": { id: things.typeId },
    "content.listDocuments": { projectId },
    "content.listRevisions": { id: documentId },
    "content.listTitles": { projectId },
    "content.listTypeVersions": { id: things.typeId },
    "content.listTypes": { projectId },
    "delivery.listTokens": { projectId },
    "generation.get": { id: things.job.id },
    "identity.adminListOauthGrants": { id: operator.id },
    "projects.get": { id: projectId },
    "projects.usage": { id: projectId },
    "storage.get": { storageId: things.job.resultStorageIds[0] },
    "storage.listLinked": { id: projectId },
    "storage.raw": { storageId: things.job.resultStorageIds[0] },
    "transcriptions.get": { id: things.transcription.id },
    "transcriptions.result": { id: things.transcription.id },
    "translation.latest": { projectId },
    "webhooks.list": { projectId },
    "webhooks.listDeliveries": { id: things.webhook.id },
    "workflows.get": { id: workflowId },
    "workflows.getRun": { id: workflowId, runId: things.run.id },
    "workflows.getTrigger": trigger,
    "workflows.listRuns": { id: workflowId },
    "workflows.listTriggers": { id: workflowId },
    "workflows.triggerLog": trigger,
  };
  const reading = roots.filter(({ operation }) => operation === "query");
  t.true(reading.length > 45);
  for (const field of reading) {
    const { rest, name } = field.contract;
    const params = ids[name] ?? {};
    const path = (rest?.path ?? "").replaceAll(/:(\w+)/g, (_, key: string) => String(params[key]));
    t.deepEqual(
      pathNames(rest?.path ?? "").filter((key) => params[key] === undefined),
      [],
      name,
    );
    const [byRest, byGraphql] = await inOneWindow(async () => [
      await operator.session.get(path),
      await operator.session.post("/v1/graphql", { query: queryOf(schema, field, params) }),
    ]);
    t.is(byGraphql.body.errors, undefined, `${name}: ${JSON.stringify(byGraphql.body.errors)}`);
    if (rest?.respond === "redirect") {
      t.is(byGraphql.body.data[field.name], byRest.headers.get("location"));
      continue;
    }
    t.is(byRest.status, 200, name);
    const body = rest?.respond === "document" ? { json: byRest.body } : byRest.body;
    t.deepEqual(plain(byGraphql.body.data[field.name]), plain(presented(field, body) ?? null), name);
  }
});
