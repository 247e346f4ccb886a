import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "../until.js";
import type { Acts } from "./act.js";
import type { Twin } from "./twin.js";

const PLUGIN =
  "export default { name: 'empty', version: '1', provides: { modelProvider: { id: 'empty', models: [], resubmit: 'once', submit() {} } } };";
const AREA = { name: "applications" };
const wrong = { name: "nobody" };

/** Loads or unloads the area before it is changed. */
const having = (verb: "load" | "unload") => async (twin: Twin) => {
  await twin.client.post(`/v1/admin/services/${AREA.name}/${verb}`);
  return AREA;
};

async function plugin({ kiln, client }: Twin): Promise<{ name: string }> {
  const folder = kiln.host.config.pluginsDir;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "empty.mjs"), PLUGIN);
  await until(async () =>
    (await client.get("/v1/admin/plugins")).body.plugins.some(
      ({ name, status }: { name: string; status: string }) => name === "empty" && status === "loaded",
    ),
  );
  return { name: "empty" };
}

/** Acts of operators on processes. */
export const OPERATIONS: Acts = {
  "models.adminUpdate": { on: () => ({ id: "mock-image", paidOnly: false }), wrong: { id: "nobody" } },
  "operations.reloadPlugin": { on: plugin, wrong },
  "operations.unloadService": { on: having("load"), wrong },
  "operations.loadService": { on: having("unload"), wrong },
  "operations.reloadService": { on: having("load"), wrong },
};
