import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import { buildOpenApi } from "./openapi.js";

const assets = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const TYPES: Record<string, string> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  png: "image/png",
};
const SERVED = ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"];

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><title>Kiln API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/docs/swagger-ui.css"><link rel="icon" href="/docs/favicon-32x32.png">
</head>
<body><div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/open.js"></script></body>
</html>
`;
const OPEN =
  'SwaggerUIBundle({ url: "/v1/openapi.json", dom_id: "#reference", deepLinking: true, tryItOutEnabled: true });\n';

/**
 * `/v1/openapi.json`, and `/docs`: an interactive reference that loads nothing from other hosts (decisions 2).
 * `/` leads there.
 */
export function mountDocs(app: FastifyInstance): void {
  const document = JSON.stringify(buildOpenApi());
  app.get("/v1/openapi.json", (_request, reply) =>
    reply.header("content-type", "application/json; charset=utf-8").send(document),
  );
  // A person who opens the base URL in a browser finds something.
  app.get("/", (_request, reply) => reply.redirect("/docs", 302));
  app.get("/docs", (_request, reply) =>
    reply
      .header("content-type", "text/html; charset=utf-8")
      .header(
        "content-security-policy",
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
      )
      .send(PAGE),
  );
  app.get("/docs/open.js", (_request, reply) => reply.header("content-type", TYPES.js).send(OPEN));
  for (const name of SERVED) {
    app.get(`/docs/${name}`, async (_request, reply) =>
      reply
        .header("content-type", TYPES[name.split(".").at(-1) ?? ""])
        .header("cache-control", "public, max-age=86400")
        .send(await readFile(join(assets, name))),
    );
  }
}
