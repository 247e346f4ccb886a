import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import test from "ava";
import { CONTRACTS } from "../../../contracts/index.js";
import { TOOLS } from "../../../services/mcp/tools.js";

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const tool = (name: string) => {
  const found = TOOLS.find((each) => each.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};
const accepts = (name: string, input: object) => ajv.validate(tool(name).listing.inputSchema, input);

const SCOPES: Record<string, string> = {
  get_credits: "account:read",
  list_projects: "account:read",
  list_models: "generation:read",
  generate: "generation:rw",
  get_generation: "generation:read",
  cancel_generation: "generation:rw",
  list_applications: "generation:read",
  run_application: "generation:rw",
  transcribe: "media:rw",
  get_transcription: "media:read",
  list_assets: "media:read",
  get_asset: "media:read",
  upload_asset: "media:rw",
  publish_asset: "media:rw",
  link_assets: "media:rw",
  create_topup_checkout: "account:read",
  create_subscription_checkout: "account:read",
  list_content_types: "content:read",
  get_content_type: "content:read",
  create_content_type: "content:rw",
  update_content_type: "content:rw",
  delete_content_type: "content:rw",
  list_content_documents: "content:read",
  get_content_document: "content:read",
  create_content_document: "content:rw",
  update_content_document: "content:rw",
  publish_content_document: "content:rw",
  unpublish_content_document: "content:rw",
  delete_content_document: "content:rw",
  list_content_revisions: "content:read",
  get_content_settings: "content:read",
  update_content_settings: "content:rw",
  translate_content_document: "content:rw",
  create_content_delivery_token: "content:rw",
  list_workflows: "workflows:read",
  get_workflow: "workflows:read",
  run_workflow: "workflows:rw",
  get_workflow_run: "workflows:read",
  estimate_workflow: "workflows:rw",
  resume_workflow_run: "workflows:rw",
  stop_workflow_run: "workflows:rw",
  list_workflow_templates: "workflows:read",
  create_workflow: "workflows:rw",
  import_workflow: "workflows:rw",
  list_workflow_triggers: "workflows:read",
  create_workflow_trigger: "workflows:rw",
  update_workflow_trigger: "workflows:rw",
  delete_workflow_trigger: "workflows:rw",
  get_workflow_trigger_log: "workflows:read",
};

test("each tool has the scope of its row (rules/mcp 11)", (t) => {
  t.deepEqual(Object.fromEntries(TOOLS.map(({ name, scope }) => [name, scope])), SCOPES);
});

test("each tool enters at a registered contract", (t) => {
  for (const { name, contract } of TOOLS) t.true(CONTRACTS.includes(contract), name);
});

test("each tool has a title, a description and all four annotations (rules/mcp 4)", (t) => {
  for (const { name, listing } of TOOLS) {
    t.truthy(listing.title, name);
    t.true((listing.description ?? "").length > 60, name);
    for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const)
      t.is(typeof listing.annotations?.[hint], "boolean", `${name}.${hint}`);
  }
});

test("a tool is called read-only exactly when its action only reads (rules/mcp 4)", (t) => {
  for (const { name, contract, listing } of TOOLS)
    t.is(listing.annotations?.readOnlyHint, contract.effect === "read", name);
});

test("generate says that it repeats, adds and reaches other services (rules/mcp 4)", (t) => {
  t.like(tool("generate").listing.annotations, {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  });
});

test("every input has a description and the schemas are JSON Schema without a dialect of their own (rules/mcp 4)", (t) => {
  for (const { name, listing } of TOOLS) {
    t.is(listing.inputSchema.type, "object");
    t.false("$schema" in listing.inputSchema);
    t.notThrows(() => ajv.compile(listing.inputSchema), name);
    for (const [field, schema] of Object.entries(listing.inputSchema.properties ?? {}))
      t.truthy((schema as { description?: string }).description, `${name}.${field}`);
  }
});

test("Agent tool server, the inputs of each tool and no other (rules/mcp 4)", (t) => {
  const inputs = Object.fromEntries(
    TOOLS.map(({ name, listing }) => [
      name,
      Object.keys(listing.inputSchema.properties ?? {}).map((field) =>
        (listing.inputSchema.required ?? []).includes(field) ? field : `${field}?`,
      ),
    ]),
  );
  t.deepEqual(inputs, {
    get_credits: [],
    list_projects: ["select?"],
    list_models: ["kind?", "select?"],
    generate: ["model", "params", "projectId?", "waitSeconds?"],
    get_generation: ["jobId"],
    cancel_generation: ["jobId"],
    list_applications: ["select?"],
    run_application: [
      "applicationId",
      "imageStorageIds?",
      "videoStorageId?",
      "audioStorageId?",
      "durationSeconds?",
      "text?",
      "presetId?",
      "projectId?",
      "waitSeconds?",
    ],
    transcribe: ["storageId", "durationSeconds", "language?", "projectId?", "waitSeconds?"],
    get_transcription: ["transcriptionId"],
    list_assets: ["projectId?", "kind?", "limit?", "offset?", "select?"],
    get_asset: ["storageId"],
    upload_asset: ["url", "filename?"],
    publish_asset: ["storageId", "unpublish?"],
    link_assets: ["projectId?", "storageIds"],
    create_topup_checkout: ["dollars"],
    create_subscription_checkout: ["tier", "interval?"],
    list_content_types: ["projectId?", "limit?", "offset?", "select?"],
    get_content_type: ["contentTypeId", "version?"],
    create_content_type: ["projectId?", "name", "title", "description?", "fields", "titleField?"],
    update_content_type: ["contentTypeId", "baseVersion", "title?", "description?", "fields?", "titleField?"],
    delete_content_type: ["contentTypeId", "force?"],
    list_content_documents: [
      "projectId?",
      "type?",
      "status?",
      "q?",
      "missingLocale?",
      "limit?",
      "offset?",
      "select?",
    ],
    get_content_document: ["documentId"],
    create_content_document: ["projectId?", "type", "draft?"],
    update_content_document: ["documentId", "draft"],
    publish_content_document: ["documentId", "baseVersion"],
    unpublish_content_document: ["documentId", "force?"],
    delete_content_document: ["documentId", "force?"],
    list_content_revisions: ["documentId", "limit?", "offset?", "select?"],
    get_content_settings: ["projectId?"],
    update_content_settings: ["projectId?", "defaultLocale?", "locales?", "translation?"],
    translate_content_document: ["documentId", "locales?", "fields?", "sourceLocale?", "mode?", "model?"],
    create_content_delivery_token: ["projectId?", "name", "mode?"],
    list_workflows: ["projectId?", "limit?", "offset?", "select?"],
    get_workflow: ["workflowId"],
    run_workflow: ["workflowId", "inputs?", "projectId?", "reuse?", "waitSeconds?"],
    get_workflow_run: ["workflowId", "runId"],
    estimate_workflow: ["workflowId", "inputs?", "projectId?", "reuse?"],
    resume_workflow_run: ["workflowId", "runId", "waitSeconds?"],
    stop_workflow_run: ["workflowId", "runId"],
    list_workflow_templates: ["select?"],
    create_workflow: ["graph?", "templateId?", "name?", "projectId?"],
    import_workflow: ["format", "prompt", "model?", "name?", "projectId?"],
    list_workflow_triggers: ["workflowId", "select?"],
    create_workflow_trigger: [
      "workflowId",
      "schedule?",
      "event?",
      "inbound?",
      "inputs?",
      "projectId?",
      "dailyCredits",
      "enabled?",
    ],
    update_workflow_trigger: [
      "workflowId",
      "triggerId",
      "schedule?",
      "event?",
      "inputs?",
      "dailyCredits?",
      "enabled?",
      "rotateUrl?",
    ],
    delete_workflow_trigger: ["workflowId", "triggerId"],
    get_workflow_trigger_log: ["workflowId", "triggerId", "limit?", "offset?"],
  });
});

test("limits are in the schemas (rules/mcp 4)", (t) => {
  const image = { kind: "image", prompt: "a cat", aspectRatio: "1:1", numImages: 1 };
  t.true(accepts("generate", { model: "m", params: image }));
  t.true(accepts("generate", { model: "m", params: image, waitSeconds: 300 }));
  t.false(accepts("generate", { model: "m", params: image, waitSeconds: 301 }));
  t.false(accepts("generate", { model: "m", params: image, waitSeconds: 0.5 }));
  t.false(accepts("generate", { model: "m", params: { ...image, numImages: 0 } }));
  t.false(accepts("generate", { model: "m", params: { ...image, kind: "hologram" } }));
  t.false(accepts("generate", { model: "m", params: { ...image, numImage: 2 } }));
  t.false(accepts("generate", { params: image }));
  t.false(accepts("list_models", { kind: "hologram" }));
  t.false(accepts("list_assets", { limit: 0 }));
  t.false(accepts("list_assets", { limit: 501 }));
  t.true(accepts("list_assets", { limit: 500, offset: 0, kind: "video" }));
  t.false(accepts("get_generation", { jobId: "1" }));
  t.false(accepts("get_asset", {}));
  const workflowId = "0198c0de-0000-7000-8000-000000000000";
  t.true(accepts("create_workflow_trigger", { workflowId, inbound: {}, dailyCredits: 0 }));
  t.false(accepts("create_workflow_trigger", { workflowId, inbound: {} }));
  t.false(accepts("create_workflow_trigger", { workflowId, inbound: {}, dailyCredits: 1_000_001 }));
  t.false(accepts("resume_workflow_run", { workflowId, runId: workflowId, waitSeconds: 601 }));
  t.false(accepts("import_workflow", { format: "n8n", prompt: {} }));
});

test("each field of generate's params has a description, for every kind (rules/mcp 4)", (t) => {
  const { params } = tool("generate").listing.inputSchema.properties as {
    params: { oneOf?: Kind[]; anyOf?: Kind[] };
  };
  type Kind = { properties: Record<string, { description?: string }> };
  const kinds = params.oneOf ?? params.anyOf ?? [];
  t.is(kinds.length, 4);
  for (const { properties } of kinds)
    for (const [field, { description }] of Object.entries(properties)) t.truthy(description, field);
});
