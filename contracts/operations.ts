import { z } from "zod";
import { contract, ok } from "./contract.js";
import { slug } from "./ids.js";
import { page, total } from "./pagination.js";

/**
 * A plugin in one process. `status` is loaded, failed or off; a failed plugin with a version still serves
 * that version (rules/operations 1).
 */
export const pluginView = z.strictObject({
  name: z.string(),
  version: z.string(),
  file: z.string(),
  status: z.enum(["loaded", "failed", "off"]),
  error: z.string().nullable(),
  node: z.string(),
});
export type PluginView = z.infer<typeof pluginView>;

const silent = z
  .array(z.string())
  .describe(
    "Ids of processes that do not answer within 2 s, or that disappeared within the last ten minutes without signing off.",
  );

export const adminListPlugins = contract({
  name: "operations.plugins",
  description: "Lists the plugins of every process, and the reason why one is not loaded.",
  params: z.object({}),
  result: z.strictObject({ plugins: z.array(pluginView), silent }),
  audience: "operator",
  rest: { method: "GET", path: "/v1/admin/plugins" },
});

export const adminReloadPlugin = contract({
  name: "operations.reloadPlugin",
  description: "Loads a plugin again in every process that has it.",
  params: z.object({ name: slug() }),
  result: z.strictObject({ plugins: z.array(pluginView) }),
  audience: "operator",
  rest: { method: "POST", path: "/v1/admin/plugins/:name/reload" },
});

export const nodeView = z.strictObject({
  id: z.string(),
  hostname: z.string(),
  pid: z.int(),
  uptimeSeconds: z.number(),
  memoryBytes: z.int(),
  services: z.array(z.string()),
  plugins: z.array(z.string()),
});

export type NodeView = z.infer<typeof nodeView>;

export const adminListNodes = contract({
  name: "operations.nodes",
  description: "Lists the processes of the deployment that this process can see.",
  params: z.object({}),
  result: z.strictObject({ nodes: z.array(nodeView), silent }),
  audience: "operator",
  rest: { method: "GET", path: "/v1/admin/nodes" },
});

export const serviceView = z.strictObject({ name: z.string(), nodes: z.array(z.string()) });

export const adminListServices = contract({
  name: "operations.services",
  description: "Lists every area and worker with the processes that host it.",
  params: z.object({}),
  result: z.strictObject({ services: z.array(serviceView) }),
  audience: "operator",
  rest: { method: "GET", path: "/v1/admin/services" },
});

const change = (verb: "load" | "unload" | "reload", description: string) =>
  contract({
    name: `operations.${verb}Service`,
    description,
    params: z.object({
      name: slug(),
      node: z
        .string()
        .max(200)
        .optional()
        .describe("Id of one process; left out: every process that the change applies to."),
    }),
    result: ok.extend({ nodes: z.array(z.string()) }),
    audience: "operator",
    rest: { method: "POST", path: `/v1/admin/services/:name/${verb}`, edge: true },
  });

export const adminLoadService = change("load", "Loads an area at run time.");
export const adminUnloadService = change(
  "unload",
  "Unloads an area; its routes answer 503 until it is back.",
);
export const adminReloadService = change("reload", "Reads an area's code anew, without a gap.");

export const taskView = z.strictObject({
  queue: z.string(),
  state: z.enum(["ready", "running", "dead"]),
  count: z.int(),
  oldestRunAt: z.string(),
  lastError: z.string().nullable(),
});

export const adminListTasks = contract({
  name: "operations.tasks",
  description: "Counts durable work by queue and state.",
  params: z.object({ ...page({ default: 50, max: 200 }) }),
  result: z.strictObject({ tasks: z.array(taskView), total }),
  audience: "operator",
  rest: { method: "GET", path: "/v1/admin/tasks" },
});
