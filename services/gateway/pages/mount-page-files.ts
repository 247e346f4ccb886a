import type { FastifyInstance } from "fastify";
import {
  ICON,
  ICON_PATH,
  STYLESHEET,
  STYLESHEET_PATH,
  STYLESHEET_VERSION,
} from "../../../runtime/http/pages/stylesheet.js";

const FOR_EVER = "public, max-age=31536000, immutable";

/**
 * Mounts the stylesheet and the icon of all pages. While a cluster is renewed, a page and its stylesheet may
 * come from two versions; then this process answers with its own stylesheet, and no browser keeps it.
 */
export function mountPageFiles(app: FastifyInstance): void {
  app.get(STYLESHEET_PATH, (request, reply) => {
    const isThis = request.url === `${STYLESHEET_PATH}?v=${STYLESHEET_VERSION}`;
    return reply
      .header("content-type", "text/css; charset=utf-8")
      .header("cache-control", isThis ? FOR_EVER : "no-cache")
      .send(STYLESHEET);
  });
  app.get(ICON_PATH, (_request, reply) =>
    reply
      .header("content-type", "image/svg+xml")
      .header("content-security-policy", "default-src 'none'")
      .header("cache-control", "public, max-age=86400")
      .send(ICON),
  );
}
