import { once } from "node:events";
import { connect, type Socket } from "node:net";
import test, { type ExecutionContext } from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { type MountedRoute, withRoutes } from "../../helpers/mounted-routes.js";
import { pathOf, PUBLIC_BODIES } from "../../helpers/public-bodies.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

// Public routes take 64 KB, a body has a deadline and a least rate, and it is read only after its credential (rules/edge 17).

let kiln: Kiln;
let ann: Person;
/** Routes that may take a body. */
let writing: MountedRoute[];
test.before(async () => {
  const { made, routes } = await withRoutes(() => startKiln());
  kiln = made;
  writing = routes.filter(({ method }) => ["POST", "PUT", "PATCH", "DELETE"].includes(method));
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

interface Line {
  socket: Socket;
  text(): string;
  isClosed(): boolean;
}

function dial(t: ExecutionContext, lines: readonly string[]): Line {
  const { hostname, port } = new URL(kiln.url);
  const socket = connect(Number(port), hostname);
  let text = "";
  let isClosed = false;
  socket.on("data", (data: Buffer) => (text += data.toString("latin1")));
  socket.on("error", () => {}).on("close", () => (isClosed = true));
  socket.write(lines.join("\r\n"));
  t.teardown(() => socket.destroy());
  return { socket, text: () => text, isClosed: () => isClosed };
}

const json = "Content-Type: application/json";
const head = (path: string, ...headers: string[]) => [
  `POST ${path} HTTP/1.1`,
  "Host: x",
  json,
  ...headers,
  "",
  "",
];
const headOf = (
  { method, path, type }: { method: string; path: string; type: string },
  ...headers: string[]
) => [`${method} ${path} HTTP/1.1`, "Host: x", `Content-Type: ${type}`, ...headers, "", ""];
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const TOO_SLOW = /The body came too slowly: at least 4 KB a second/;

test("half-sent requests are closed: dripping bodies of every route, headers that do not end, connections that say nothing (rules/edge 17)", async (t) => {
  const length = "Content-Length: 30000";
  // The body is a form, which pages and the OAuth server read. Routes that take JSON alone refuse it when they have read it.
  const ofRoutes = writing.map(({ method, url }) => {
    const route = { method, path: pathOf(url), type: "application/x-www-form-urlencoded" };
    return { route, line: dial(t, headOf(route, length)) };
  });
  const key = `Authorization: Bearer ${ann.key}`;
  const dripping = [
    ...ofRoutes.map(({ line }) => line),
    dial(t, head("/v1/auth/sign-in", "Transfer-Encoding: chunked")),
    dial(t, head("/v1/projects", key, length)),
    dial(t, head("/mcp", key, "Accept: application/json, text/event-stream", length)),
    dial(t, head("/v1/graphql", key, length)),
    // Nothing reads this body, and the request is answered at once.
    dial(t, ["GET /livez HTTP/1.1", "Host: x", length, "", ""]),
  ];
  const silent = [
    dial(t, []),
    dial(t, ["POST /v1/auth/sign-in HTTP/1.1", "Host: x", "X-Half: "]),
    dial(t, ["POST /v1/auth/si"]),
  ];
  const timer = setInterval(() => {
    for (const { socket } of dripping) if (socket.writable) socket.write(" ");
    for (const { socket } of silent.slice(1)) if (socket.writable) socket.write("x");
  }, 500);
  t.teardown(() => clearInterval(timer));
  const open = () => [
    ...ofRoutes.filter(({ line }) => !line.isClosed()).map(({ route }) => nameOf(route)),
    ...[...dripping.slice(ofRoutes.length), ...silent]
      .filter(({ isClosed }) => !isClosed())
      .map(({ text }) => text()),
  ];
  await waitUntil(() => open().length === 0, { what: () => JSON.stringify(open()), timeoutMs: 90_000 });
  const read = ofRoutes.filter(({ line }) => TOO_SLOW.test(line.text()));
  t.deepEqual(
    read.map(({ route }) => nameOf(route)).toSorted(),
    PUBLIC_BODIES.map(nameOf).toSorted(),
    "tests/helpers/public-bodies.ts lists every route that reads a body of whoever sends one",
  );
  for (const { route, line } of read) {
    t.regex(line.text(), /^HTTP\/1\.1 400 [^]*connection: close/i, nameOf(route));
    t.regex(line.text(), /x-request-id: /i, nameOf(route));
  }
  for (const { text } of silent.slice(1)) t.regex(text(), /^HTTP\/1\.1 400 [^]*must come within 20 s/);
});

test("each public route takes 64 KB, declared or counted, and no more (rules/edge 15)", async (t) => {
  t.true(PUBLIC_BODIES.length >= 15, PUBLIC_BODIES.map(nameOf).join());
  for (const route of PUBLIC_BODIES) {
    const declared = dial(t, headOf(route, `Content-Length: ${64 * 1024 + 1}`));
    const chunked = dial(t, [
      ...headOf(route, "Transfer-Encoding: chunked").slice(0, -1),
      (64 * 1024 + 1).toString(16),
      " ".repeat(64 * 1024 + 1),
      "",
    ]);
    const end = route.refusal === "page" ? /<\/html>\s*$/ : /\}$/;
    for (const { text } of [declared, chunked]) {
      await waitUntil(() => end.test(text()), { what: () => `${nameOf(route)}: ${text()}` });
      t.regex(text(), /^HTTP\/1\.1 413 [^]*64 KB/, nameOf(route));
      if (route.refusal === "envelope") t.regex(text(), /"payload_too_large"/, nameOf(route));
    }
  }
});

test("100 Continue comes after the credential, and never without one (rules/edge 12)", async (t) => {
  const expect = "Expect: 100-continue";
  const length = "Content-Length: 2";
  for (const [path, status] of [
    ["/v1/projects", 401],
    ["/mcp", 401],
    ["/v1/nowhere", 404],
  ] as const) {
    const { text, socket } = dial(t, head(path, expect, length));
    await once(socket, "end");
    t.regex(text(), new RegExp(`^HTTP/1\\.1 ${status} [^]*connection: close`, "i"), path);
  }
  const key = `Authorization: Bearer ${ann.key}`;
  const ticket = await ann.api.post("/v1/uploads/ticket", { contentType: "image/png", sizeBytes: 2 });
  const url = new URL(ticket.body.uploadUrl);
  const put = [
    `PUT ${url.pathname}${url.search} HTTP/1.1`,
    "Host: x",
    "Content-Type: image/png",
    expect,
    length,
    "",
    "",
  ];
  for (const [lines, status] of [
    [head("/v1/projects", key, expect, length), 400],
    [head("/mcp", key, "Accept: application/json, text/event-stream", expect, length), 400],
    [head("/v1/auth/sign-in", expect, length), 400],
    [
      headOf(
        { method: "POST", path: "/oauth/token", type: "application/x-www-form-urlencoded" },
        expect,
        length,
      ),
      400,
    ],
    [put, 200],
  ] as const) {
    const { text, socket } = dial(t, lines);
    await waitUntil(() => text() !== "");
    t.is(text(), "HTTP/1.1 100 Continue\r\n\r\n", lines[0]);
    socket.write("{}");
    await waitUntil(() => text().includes(`HTTP/1.1 ${status} `), { what: () => `${lines[0]}: ${text()}` });
    t.notRegex(text(), /connection: close/i, lines[0]);
  }
});

test("requests that are no HTTP are answered in the envelope with a request id, and their connection ends (rules/edge 42)", async (t) => {
  const chunked = head("/v1/auth/sign-in", "Transfer-Encoding: chunked");
  for (const lines of [
    ["GET / HTTP/9.9", "", ""],
    ["GARBAGE", "", ""],
    ["GET /livez HTTP/1.1", "Host: x", `X-Long: ${"x".repeat(20_000)}`, "", ""],
    ["GET /livez HTTP/1.1", "Host: x", ...Array.from({ length: 2500 }, (_, at) => `X-${at}: ${at}`), "", ""],
    ["POST /v1/auth/sign-in HTTP/1.1", "Host: x", "Content-Length: 1", "Transfer-Encoding: chunked", "", ""],
    [...chunked.slice(0, -1), "zz", "", ""],
  ]) {
    const { text, socket } = dial(t, lines);
    await once(socket, "end");
    t.regex(text(), /^HTTP\/1\.1 400 [^]*connection: close/i, lines[0]);
    t.regex(text(), /x-request-id: [\w-]{36}/i, lines[0]);
    t.regex(text(), /\{"error":\{"code":"invalid_params","message":"[^"]+"\}\}$/, lines[0]);
  }
});
