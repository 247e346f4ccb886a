import type { ApplicationCollection, ApplicationView } from "../../contracts/applications.js";
import { listModels } from "../../contracts/catalog.js";
import { notFound } from "../../contracts/errors.js";
import type { Model } from "../../contracts/models.js";
import type { ApplicationDeclaration, ApplicationSet } from "../../plugins/kit/applications.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { readdir } from "node:fs/promises";
import { presentApplication, type Thumbs } from "./present-application.js";
import { THUMBS_PATH } from "./serve-thumb.js";

const known = new WeakMap<ApplicationSet, Promise<Thumbs>>();

/** Returns the thumbnails in a set's folder, which is read once for each version of the set. */
function thumbsOf(set: ApplicationSet): Promise<Thumbs> {
  const found = known.get(set) ?? list(set);
  known.set(set, found);
  return found;
}

async function list({ id, thumbs }: ApplicationSet): Promise<Thumbs> {
  const names = thumbs === undefined ? [] : await readdir(thumbs).catch(() => []);
  return new Map(
    names
      .filter((name) => name.endsWith(".webp"))
      .map((name) => [name.slice(0, -".webp".length), `${THUMBS_PATH}/${id}/${name}`]),
  );
}

export interface ServedApplication {
  declared: ApplicationDeclaration;
  view: ApplicationView;
  model: Model;
}

/**
 * Returns every Application whose model is in the catalog and takes the Application's input, in the order of
 * the sets; of two with one id, the first (rules/applications 1).
 */
export async function servedApplications(
  host: Pick<Host, "plugins">,
  context: ActionContext,
): Promise<{ applications: ServedApplication[]; collections: ApplicationCollection[] }> {
  const sets = host.plugins.all("applications");
  const { models } = await context.call(listModels, {});
  const catalog = new Map(models.map((model) => [model.id, model]));
  const served = new Map<string, ServedApplication>();
  for (const set of sets) {
    const thumbs = await thumbsOf(set);
    for (const declared of set.applications) {
      const model = catalog.get(declared.modelId);
      if (model === undefined || served.has(declared.id)) continue;
      const view = presentApplication(declared, thumbs);
      if (takesInput(model, view)) served.set(declared.id, { declared, view, model });
    }
  }
  const collections = sets
    .flatMap((set) => set.collections)
    .map((shelf) => ({ ...shelf, applicationIds: shelf.applicationIds.filter((id) => served.has(id)) }))
    .filter(({ applicationIds }) => applicationIds.length > 0);
  return { applications: [...served.values()], collections };
}

/**
 * Finds an Application. Throws not_found for an unknown one and for one whose model is not in the catalog
 * (rules/applications 6).
 */
export async function findServed(
  host: Pick<Host, "plugins">,
  context: ActionContext,
  id: string,
): Promise<ServedApplication> {
  const { applications } = await servedApplications(host, context);
  const found = applications.find(({ view }) => view.id === id);
  if (found === undefined) throw notFound(`Unknown Application "${id.slice(0, 100)}".`);
  return found;
}

/**
 * Returns true when a model takes the Application's input: an upscaler of pictures alone serves no
 * Application for videos.
 */
const takesInput = ({ capabilities }: Model, { inputKind }: ApplicationView): boolean =>
  capabilities.kind !== "upscale" || capabilities.supportedTypes.some((type) => type === inputKind);
