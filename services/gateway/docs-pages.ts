import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { ContractList } from "../../runtime/actions/contract-list.js";
import type { Host } from "../../runtime/process/host.js";
import { pageBar, pageHead } from "../../runtime/http/pages/frame.js";
import { html } from "../../runtime/http/pages/html.js";
import type { OpenApiVersion } from "./openapi-shapes.js";
import { buildOpenApi } from "./openapi.js";

const assets = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const TYPES: Record<string, string> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
};
const SERVED = ["swagger-ui.css", "swagger-ui-bundle.js"];

/** The addresses of the same document in two dialects: many generators do not read 3.1 yet. */
const DOCUMENTS: readonly (readonly [string, OpenApiVersion])[] = [
  ["/v1/openapi.json", "3.1"],
  ["/v1/openapi-3.0.json", "3.0"],
];

/** The bar of the page, which is the same for everybody: nobody signs in to read it. */
const BAR = html`<nav aria-label="Pages">
  <ul>
    <li><a href="/">Start page</a></li>
    <li><a href="/docs" aria-current="page">API</a></li>
    <li><a href="/v1/openapi.json">OpenAPI document</a></li>
    <li><a href="/v1/openapi-3.0.json">in 3.0</a></li>
  </ul>
</nav>`;

/** The page of the reference, which runs a script of its own below the bar of all pages. */
const PAGE = html`<!doctype html>
  <html lang="en">
    <head>
      ${pageHead("API reference")}
      <link rel="stylesheet" href="/docs/swagger-ui.css" />
      <link rel="stylesheet" href="/docs/reference.css" />
    </head>
    <body>
      ${pageBar(BAR)}
      <main id="reference">
        <noscript>
          <p>
            The interactive reference needs scripts.
            <a href="/v1/openapi.json">The OpenAPI document</a> does not.
          </p>
        </noscript>
      </main>
      <script src="/docs/swagger-ui-bundle.js"></script>
      <script src="/docs/open.js"></script>
    </body>
  </html> `.text;
const OPEN = `const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({ url: "/v1/openapi.json", dom_id: "#reference", deepLinking: true, tryItOutEnabled: true });
`;
/** The rules that the reference's own style leaves out. */
const REFERENCE = `#reference { max-width: none; padding: 0; }
html.dark-mode, html.dark-mode body { background: var(--ground); }
#reference noscript p { padding: 1rem; }
`;

/**
 * Mounts `/v1/openapi.json`, its twin in 3.0, and `/docs`: an interactive reference that loads nothing from
 * other hosts (rules/edge 36).
 */
export function mountDocs(app: FastifyInstance, { contracts }: Pick<Host, "contracts">): void {
  // The document is made when somebody asks for it, because it would take a tenth of a second of every start.
  const cached = new Map<OpenApiVersion, { of: ContractList["all"]; bytes: Buffer }>();
  const document = (version: OpenApiVersion) => {
    const of = contracts.all;
    const known = cached.get(version);
    if (known?.of === of) return known.bytes;
    const bytes = Buffer.from(JSON.stringify(buildOpenApi(of, version)));
    cached.set(version, { of, bytes });
    return bytes;
  };
  for (const [path, version] of DOCUMENTS)
    app.get(path, (_request, reply) =>
      reply.header("content-type", "application/json; charset=utf-8").send(document(version)),
    );
  app.get("/docs", (_request, reply) =>
    reply
      .header("content-type", "text/html; charset=utf-8")
      .header(
        "content-security-policy",
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
      )
      .send(PAGE),
  );
  app.get("/docs/reference.css", (_request, reply) =>
    reply.header("content-type", TYPES.css).send(REFERENCE),
  );
  app.get("/docs/open.js", (_request, reply) => reply.header("content-type", TYPES.js).send(OPEN));
  // A file has the same bytes object each time, so that it is compressed once.
  const files = new Map<string, Promise<Buffer>>();
  const read = (name: string): Promise<Buffer> => {
    const reading = files.get(name) ?? readFile(join(assets, name));
    files.set(name, reading);
    return reading;
  };
  for (const name of SERVED) {
    app.get(`/docs/${name}`, async (_request, reply) =>
      reply
        .header("content-type", TYPES[name.split(".").at(-1) ?? ""])
        .header("cache-control", "public, max-age=86400")
        .send(await read(name)),
    );
  }
}
