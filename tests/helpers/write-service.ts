import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface ServiceSource {
  /** Name of the plugin and of its service, by default the folder's name. */
  name?: string;
  /** Source text: `actions` is put into the list of actions, `said` is the answer of the first action. */
  said?: string;
  actions?: string;
  entities?: string;
  migrations?: string;
  /** Statements before the definition, which may use the kit. */
  before?: string;
}

/**
 * Writes a plugin with a service whose public action `say` is at `/v1/p/<name>/say`. The folder appears in one step, so that no
 * process sees it half written.
 */
export async function writeService(
  folder: string,
  entry: string,
  { name = entry, said = "1", actions = "", entities = "", migrations = "", before = "" }: ServiceSource = {},
): Promise<void> {
  const aside = join(folder, `.${entry}`);
  await mkdir(aside, { recursive: true });
  await writeFile(
    join(aside, "index.mjs"),
    `export default (kit) => {
  const { z } = kit;
  const name = ${JSON.stringify(name)};
  const action = (verb, method, path, handler, more = {}) => kit.defineAction({
    contract: {
      name: name + "." + verb, description: "Does " + verb + ".", params: more.params ?? z.object({}),
      result: more.result ?? z.looseObject({}), audience: "public", rest: { method, path: "/v1/p/" + name + path }, ...more.contract,
    },
    handler, replay: more.replay,
  });
  ${before}
  return kit.defineService({ name, version: ${JSON.stringify(said)},
    actions: [action("say", "GET", "/say", async () => ({ said: ${JSON.stringify(said)} })), ${actions}],
    entities: [${entities}], migrations: [${migrations}] });
};
`,
  );
  const place = join(folder, entry);
  await mkdir(place, { recursive: true });
  await rename(join(aside, "index.mjs"), join(place, "index.mjs"));
  await rm(aside, { recursive: true });
}
