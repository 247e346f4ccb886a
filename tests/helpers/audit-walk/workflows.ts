import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "../until.js";
import { graphOf, promptNode } from "../workflows.js";
import type { AuditWalk } from "./walk.js";

/** Calls the writing actions of workflows and their triggers, and those of operators. */
export async function walkWorkflowsAndOperators(walk: AuditWalk): Promise<void> {
  const { t, kiln, root, ann, anonymous, projectId, does, entriesOf } = walk;
  const { api } = ann;
  const here = { project: projectId };
  const operator = { by: root, kind: "operator" as const };
  // workflows
  const graph = graphOf([promptNode("p", "words")]);
  const { workflow } = await does(
    "workflows.create",
    api,
    (c) => c.post("/v1/workflows", { graph, projectId }),
    {
      ...here,
      id: (body) => body.workflow.id,
    },
  );
  const flow = { ...here, id: workflow.id as string };
  const flowPath = `/v1/workflows/${flow.id}`;
  await does("workflows.update", api, (c) => c.patch(flowPath, { name: "f" }), flow);
  await does("workflows.start", api, (c) => c.post(`${flowPath}/execute`), {
    ...here,
    id: (body) => body.run.id,
  });
  const slow = graphOf([
    { id: "g", type: "generateImage", data: { model: "mock-image", prompt: "[slow=600] x" } },
  ]);
  await api.patch(flowPath, { graph: slow });
  const { run } = (await api.post(`${flowPath}/execute`)).body;
  const runPath = `${flowPath}/runs/${run.id as string}`;
  const ofRun = { ...here, id: run.id as string };
  await does("workflows.stopRun", api, (c) => c.post(`${runPath}/stop`), ofRun);
  await until(async () => (await api.get(runPath)).body.run.status === "stopped");
  await does("workflows.resumeRun", api, (c) => c.post(`${runPath}/resume`), ofRun);
  await api.post(`${runPath}/stop`);
  await api.patch(flowPath, { graph });
  const { trigger } = await does(
    "workflows.createTrigger",
    api,
    (c) => c.post(`${flowPath}/triggers`, { inbound: {}, dailyCredits: 5, projectId }),
    { ...here, id: (body) => body.trigger.id },
  );
  const ofTrigger = { ...here, id: trigger.id as string };
  const triggerPath = `${flowPath}/triggers/${ofTrigger.id}`;
  const fired = await does("workflows.fireTrigger", anonymous, (c) => c.post(trigger.url as string), {
    ...ofTrigger,
    kind: "trigger",
  });
  const byTrigger = await until(async () => (await entriesOf(fired.fire.id as string))[0]);
  t.like(byTrigger, {
    action: "workflows.execute",
    actorKind: "trigger",
    actorId: ann.id,
    credentialId: ofTrigger.id,
    projectId,
  });
  await does("workflows.updateTrigger", api, (c) => c.patch(triggerPath, { dailyCredits: 6 }), ofTrigger);
  await does("workflows.deleteTrigger", api, (c) => c.delete(triggerPath), ofTrigger);
  await does("workflows.delete", api, (c) => c.delete(flowPath), flow);
  const home = (await api.get("/v1/projects")).body.defaultProjectId as string;
  await does(
    "workflows.import",
    api,
    (c) =>
      c.post("/v1/workflows/import", {
        format: "comfyui",
        prompt: { "1": { class_type: "CLIPTextEncode", inputs: { text: "a pot" } } },
      }),
    { project: home, id: (body) => body.workflow.id },
  );

  // operators
  await does(
    "models.adminUpdate",
    root.session,
    (c) => c.patch("/v1/admin/models/mock-image", { paidOnly: false }),
    {
      ...operator,
      id: "mock-image",
    },
  );
  const ofService = { ...operator, id: "transcriptions" };
  for (const [name, verb] of [
    ["operations.reloadService", "reload"],
    ["operations.unloadService", "unload"],
    ["operations.loadService", "load"],
  ] as const)
    await does(name, root.session, (c) => c.post(`/v1/admin/services/transcriptions/${verb}`), ofService);
  const plugins = kiln.host.config.pluginsDir;
  await mkdir(plugins, { recursive: true });
  await writeFile(
    join(plugins, "empty.mjs"),
    "export default { name: 'empty', version: '1', provides: { modelProvider: { id: 'empty', models: [], resubmit: 'once', submit() {} } } };",
  );
  await until(async () =>
    (await root.session.get("/v1/admin/plugins")).body.plugins.some(
      ({ name, status }: { name: string; status: string }) => name === "empty" && status === "loaded",
    ),
  );
  await does("operations.reloadPlugin", root.session, (c) => c.post("/v1/admin/plugins/empty/reload"), {
    ...operator,
    id: "empty",
  });
}
