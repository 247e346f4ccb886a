import type { EdgeRequest, EdgeRoute } from "../../../runtime/http/edge.js";
import { pageBar, pageHead } from "../../../runtime/http/pages/frame.js";
import { html } from "../../../runtime/http/pages/html.js";

const BAR = html`<nav aria-label="Pages">
  <ul>
    <li><a href="/">Start page</a></li>
    <li><a href="/docs">API</a></li>
    <li><a href="/graphql" aria-current="page">GraphQL</a></li>
  </ul>
</nav>`;

const EXAMPLE = `{
  account { remainingCredits user { email } }
  generations(limit: 5) { total items { status results { url } } }
}`;

const PAGE = html`<!doctype html>
  <html lang="en">
    <head>
      ${pageHead("GraphQL")}
      <link rel="stylesheet" href="/graphql/page.css" />
    </head>
    <body>
      ${pageBar(BAR)}
      <main id="main" class="wide">
        <h1>GraphQL</h1>
        <p>
          Sends queries to <code>/v1/graphql</code> as whoever is
          <a href="/sign-in?next=/graphql">signed in</a>. Mutations are done, and spend credits.
        </p>
        <noscript><p>This page needs scripts; the address does not.</p></noscript>
        <form id="ask">
          <label>Query <textarea id="query" rows="12" spellcheck="false">${EXAMPLE}</textarea></label>
          <label>Variables, as JSON <textarea id="variables" rows="3" spellcheck="false"></textarea></label>
          <p><button>Run</button> <button type="button" id="schema">Show the fields</button></p>
        </form>
        <h2 id="said">Answer</h2>
        <pre id="answer" role="status" tabindex="0" aria-labelledby="said"></pre>
      </main>
      <script src="/graphql/page.js"></script>
    </body>
  </html> `.text;

const FIELDS =
  "{ __schema { queryType { fields { name description args { name } } } mutationType { fields { name description args { name } } } } }";

const SCRIPT = `const of = (id) => document.getElementById(id);
async function send(query, variables) {
  const response = await fetch("/v1/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}
const line = ({ name, description, args }) =>
  name + (args.length > 0 ? "(" + args.map((arg) => arg.name).join(", ") + ")" : "") + "  " + (description ?? "");
async function show(work) {
  of("answer").textContent = "…";
  try {
    of("answer").textContent = await work();
  } catch (error) {
    of("answer").textContent = String(error.message);
  }
}
of("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  void show(async () => {
    const text = of("variables").value.trim();
    return JSON.stringify(await send(of("query").value, text === "" ? {} : JSON.parse(text)), null, 2);
  });
});
of("schema").addEventListener("click", () =>
  show(async () => {
    const { data, errors } = await send(${JSON.stringify(FIELDS)}, {});
    if (errors) return JSON.stringify(errors, null, 2);
    const { queryType, mutationType } = data.__schema;
    return ["query", ...queryType.fields.map(line), "", "mutation", ...mutationType.fields.map(line)].join("\\n");
  }),
);
`;

const STYLE = `#ask textarea { width: 100%; font-family: ui-monospace, monospace; }
#answer { overflow: auto; min-height: 8rem; max-height: 40rem; white-space: pre-wrap; }
`;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const PARTS: Readonly<Record<string, { type: string; text: string }>> = {
  "/graphql": { type: "text/html", text: PAGE },
  "/graphql/page.js": { type: "text/javascript", text: SCRIPT },
  "/graphql/page.css": { type: "text/css", text: STYLE },
};

/**
 * The routes of `/graphql`: a page that asks `/v1/graphql` with the visitor's session. The page loads nothing
 * from other hosts.
 */
export const queryPage: readonly EdgeRoute[] = Object.entries(PARTS).map(([path, { type, text }]) => ({
  methods: ["GET", "HEAD"],
  path,
  handle: async ({ res }: EdgeRequest) => {
    res.writeHead(200, {
      "content-type": `${type}; charset=utf-8`,
      "content-length": Buffer.byteLength(text),
      "content-security-policy": POLICY,
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
    });
    res.end(text);
  },
}));
