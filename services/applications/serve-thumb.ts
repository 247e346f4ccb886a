import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { notFound } from "../../contracts/errors.js";
import type { EdgePart } from "../../runtime/actions/area.js";
import type { EdgeRequest } from "../../runtime/http/edge.js";
import type { Host } from "../../runtime/process/host.js";

/**
 * Path of the thumbnails: every set has a folder below it, and every thumbnail the name of its Application or
 * preset.
 */
export const THUMBS_PATH = "/applications/thumbs";
const NAME = /^[a-z0-9][a-z0-9-]{0,127}\.webp$/;
const A_DAY = "public, max-age=86400";

/**
 * Makes the part of the area that every gateway runs, since bytes never cross the broker: thumbnails of
 * Applications, for everybody.
 */
export const applicationsEdge = (host: Pick<Host, "plugins">): EdgePart => ({
  actions: [],
  routes: [
    {
      methods: ["GET", "HEAD"],
      path: `${THUMBS_PATH}/:set/:name`,
      handle: (request) => serveThumb(host, request),
    },
  ],
});

async function serveThumb(host: Pick<Host, "plugins">, { method, params, res }: EdgeRequest): Promise<void> {
  const { set: id, name = "" } = params;
  const set = host.plugins.all("applications").find((each) => each.id === id);
  const bytes =
    set?.thumbs !== undefined && NAME.test(name)
      ? await readFile(join(set.thumbs, name)).catch(() => null)
      : null;
  if (bytes === null) throw notFound("There is no such thumbnail.");
  res.writeHead(200, {
    "content-type": "image/webp",
    "content-length": bytes.length,
    "cache-control": A_DAY,
    "x-content-type-options": "nosniff",
  });
  res.end(method === "HEAD" ? undefined : bytes);
}
