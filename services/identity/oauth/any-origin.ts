import type { ServerResponse } from "node:http";
import type { EdgeRoute } from "../../../runtime/http/edge.js";

const DAY_SECONDS = "86400";

/** Lets scripts of any site read the answer. Only routes that no cookie opens call it. */
export function allowAnyOrigin(res: ServerResponse): void {
  res.setHeader("access-control-allow-origin", "*");
  res.setHeader("access-control-expose-headers", "www-authenticate, retry-after");
}

/** Makes the route that answers a browser's preflight request before a script's POST. */
export const preflight = (path: string): EdgeRoute => ({
  methods: ["OPTIONS"],
  path,
  handle: async ({ res }) => {
    res.writeHead(204, {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "content-type, authorization, mcp-protocol-version",
      "access-control-max-age": DAY_SECONDS,
    });
    res.end();
  },
});
