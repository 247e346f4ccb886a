import {
  adminListModels,
  adminUpdateModel,
  checkModelParams,
  findModel,
  listModels,
  listWorkers,
} from "../../contracts/catalog.js";
import { notFound } from "../../contracts/errors.js";
import { action } from "../../runtime/actions/action.js";
import type { AreaFactory } from "../../runtime/actions/area.js";
import { changeModel, listForOperator } from "./admin-models.js";
import { cachedList } from "./cached-list.js";
import { Catalog } from "./catalog.js";
import { checkParams } from "./check-params/index.js";
import { estimateCredits } from "./price.js";

/** The area of the catalog: the models, their parameters and their prices. */
const models: AreaFactory = (host) => {
  const catalog = new Catalog(host);
  const list = cachedList(catalog);
  return {
    name: "models",
    actions: [
      action(listModels, { run: async (_context, query) => list(query) }),
      action(findModel, {
        run: async (_context, { id }) => ({ model: catalog.snapshot.models.get(id) ?? null }),
      }),
      action(checkModelParams, {
        run: async (_context, { id, params }) => {
          const model = catalog.snapshot.models.get(id);
          if (!model) throw notFound("Unknown model.");
          const checked = checkParams(model, params);
          const inputLimit = catalog.snapshot.inputLimits.get(id);
          return {
            ...(inputLimit && { inputLimit }),
            estimatedCredits: estimateCredits(model, checked.params),
            media: checked.media.map(({ field, storageId, kinds }) => ({
              field,
              storageId,
              kinds: [...kinds],
            })),
          };
        },
      }),
      action(listWorkers, { run: async () => ({ workers: [...catalog.snapshot.workers] }) }),
      action(adminListModels, { run: async (_context, page) => listForOperator(catalog, page) }),
      action(adminUpdateModel, {
        run: async (_context, change) => ({ model: await changeModel(host, catalog, change) }),
      }),
    ],
    started: () => catalog.start(),
    stopped: () => catalog.stop(),
  };
};
export default models;
