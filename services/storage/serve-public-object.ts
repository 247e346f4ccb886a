import { notFound } from "../../contracts/errors.js";
import type { StorageObject } from "../../entities/storage-object.js";
import { inlineDisposition } from "../../plugins/kit/content-disposition.js";
import type { EdgeRequest } from "../../runtime/http/edge.js";
import type { Host } from "../../runtime/process/host.js";
import { PROTECTIVE_HEADERS, serveFile } from "../../runtime/http/serve-file/serve-file.js";
import { findObject } from "./object.repository.js";
import { publicName, publicPath } from "./public-name.js";
import { askStore } from "./ask-store.js";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Serves a published object to everybody: GET and HEAD, one range, entity tags. A wrong name for its id is
 * redirected to the right one. An object that is not published is 404 at once, since caches have to ask each
 * time.
 */
export async function servePublicObject(
  host: Pick<Host, "read" | "storage">,
  request: EdgeRequest,
): Promise<void> {
  const { params, res } = request;
  const object = await findPublished(host, params.storageId ?? "");
  if (params["*"] !== publicName(object)) {
    res.writeHead(302, { location: publicPath(object), "cache-control": "no-store", "content-length": 0 });
    return void res.end();
  }
  const stored = await askStore(host.storage.stat(object.id));
  if (stored === null) throw notFound("There is no such file.");
  await serveFile(
    request,
    {
      ...stored,
      contentType: object.contentType,
      stream: async (range) => {
        const body = await askStore(host.storage.read(object.id, range));
        if (body === null) throw notFound("There is no such file.");
        return body;
      },
    },
    {
      ...PROTECTIVE_HEADERS,
      "cache-control": "public, max-age=0, must-revalidate",
      "content-disposition": inlineDisposition(publicName(object)),
    },
  );
}

async function findPublished(host: Pick<Host, "read">, id: string): Promise<StorageObject> {
  const object = UUID.test(id)
    ? await findObject(host.read, { id: id.toLowerCase(), state: "committed" })
    : null;
  if (object === null || object.publishedAt === null) throw notFound("There is no such file.");
  return object;
}
