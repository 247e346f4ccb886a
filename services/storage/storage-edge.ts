import { importUpload } from "../../contracts/storage.js";
import { action } from "../../runtime/actions/action.js";
import type { EdgePart } from "../../runtime/actions/area.js";
import type { Host } from "../../runtime/process/host.js";
import { importFile } from "./import-file.js";
import { ImportQueue } from "./import-queue.js";
import { presentUpload } from "./present-object.js";
import { PUBLIC_PATH } from "./public-name.js";
import { servePublicObject } from "./serve-public-object.js";

/**
 * Makes the part of the area that every gateway runs, since bytes never cross the broker: imports, and
 * published objects.
 */
export function storageEdge(host: Host): EdgePart {
  const queue = new ImportQueue();
  return {
    actions: [
      action(importUpload, {
        run: async ({ auth, signal }, params) => {
          const object = await importFile(host, queue, auth.accountId, params, signal);
          return presentUpload(host.storage, object);
        },
      }),
    ],
    routes: [
      {
        methods: ["GET", "HEAD"],
        path: `${PUBLIC_PATH}/:storageId/*`,
        handle: (request) => servePublicObject(host, request),
      },
    ],
  };
}
