import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { ofRings } from "../../helpers/of-rings.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const image = {
  model: "mock-image",
  params: { kind: "image", prompt: "x", aspectRatio: "1:1", numImages: 1 },
};
const MB = 1024 * 1024;

// The tests follow each other: a process reads all unwanted bodies together at 16 MB a second, and each for 5 s at most.

/**
 * Sends a body of `sent` bytes under a declared length, or chunked without one. Returns the answer and the number of bytes that
 * were taken.
 */
function pour(
  path: string,
  headers: Record<string, string>,
  declared: number | null,
  bytes: number,
): Promise<{ status: number; written: number }> {
  return new Promise((resolve, reject) => {
    const url = new URL(path, kiln.url);
    let written = 0;
    const req = request(
      url,
      {
        method: "POST",
        headers: { ...headers, ...(declared !== null && { "content-length": String(declared) }) },
      },
      (res) => {
        res.resume();
        resolve({ status: res.statusCode ?? 0, written });
        req.destroy();
      },
    );
    req.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "ECONNRESET") reject(error);
    });
    const chunk = Buffer.alloc(64 * 1024, 32);
    const more = (): void => {
      while (written < bytes) {
        written += chunk.length;
        if (!req.write(chunk)) return void req.once("drain", more);
      }
      if (declared === null) req.end();
    };
    more();
  });
}

test.serial(
  "a declared length over 32 MB is 413 even before authentication, and the body is not read (rules/edge 11 and 15)",
  async (t) => {
    const { status, written } = await pour(
      "/v1/generations",
      { "content-type": "application/json" },
      33 * MB,
      20 * MB,
    );
    t.is(status, 413);
    t.true(written < 20 * MB);
  },
);

test.serial("an unauthenticated caller never makes the service read a body (rules/edge 12)", async (t) => {
  const { status, written } = await pour(
    "/v1/generations",
    { "content-type": "application/json" },
    null,
    64 * MB,
  );
  t.is(status, 401);
  t.true(written < 32 * MB);
});

test.serial("a chunked body is counted, and 413 beyond 32 MB (rules/edge 15)", async (t) => {
  const { status } = await pour(
    "/v1/generations",
    { "content-type": "application/json", authorization: `Bearer ${ann.key}` },
    null,
    40 * MB,
  );
  t.is(status, 413);
});

/** Sends the whole body before it reads, as most clients do. */
function sendThenRead(path: string, headers: string[], body: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(kiln.url);
    const socket = connect(Number(port), hostname);
    socket.on("error", reject);
    socket.write([`POST ${path} HTTP/1.1`, "Host: x", "Connection: close", ...headers, "", ""].join("\r\n"));
    socket.write(body, (error) => {
      if (error) return reject(error);
      socket.once("data", (answer: Buffer) => {
        resolve(answer.toString("latin1"));
        socket.destroy();
      });
    });
  });
}

test.serial(
  "a client that sends its whole body before it reads gets the 413, not a broken pipe (rules/edge 43)",
  async (t) => {
    const json = "Content-Type: application/json";
    const key = `Authorization: Bearer ${ann.key}`;
    const body = Buffer.alloc(33 * MB, 32);
    const chunked = Buffer.concat([
      Buffer.from(`${body.length.toString(16)}\r\n`),
      body,
      Buffer.from("\r\n0\r\n\r\n"),
    ]);
    // The rings have a path of each listener of bodies: that of REST and that of agents.
    const paths = ["/v1/generations", "/mcp", "/v1/nowhere"];
    for (const path of ofRings(paths, { always: (one) => one !== "/v1/nowhere" })) {
      const declared = await sendThenRead(path, [json, key, `Content-Length: ${body.length}`], body);
      t.regex(declared, /^HTTP\/1\.1 (413|404) [^]*"(payload_too_large|not_found)"/, path);
      const counted = await sendThenRead(path, [json, key, "Transfer-Encoding: chunked"], chunked);
      t.regex(counted, /^HTTP\/1\.1 (413|404) [^]*"(payload_too_large|not_found)"/, path);
    }
  },
);

/** Announces a body, sends nothing of it, and reads the answer while the connection is open. */
function announce(path: string, headers: string[]): Promise<{ text: string; socket: Socket }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(kiln.url);
    const socket = connect(Number(port), hostname);
    let text = "";
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`hung up after ${JSON.stringify(text)}`)));
    socket.on("data", (data: Buffer) => {
      text += data.toString("latin1");
      if (text.endsWith("}")) resolve({ text, socket: socket.removeAllListeners() });
    });
    socket.write([`POST ${path} HTTP/1.1`, "Host: x", ...headers, "", ""].join("\r\n"));
  });
}

test.serial(
  "a refusal of a body that is still to come ends its connection and says so, so that nobody reuses it (rules/edge 43)",
  async (t) => {
    const json = "Content-Type: application/json";
    const key = `Authorization: Bearer ${ann.key}`;
    const long = `Content-Length: ${33 * MB}`;
    const chunked = "Transfer-Encoding: chunked";
    for (const [path, headers, status] of [
      ["/v1/generations", [json, long], 413],
      ["/v1/generations", [json, key, long], 413],
      ["/v1/generations", [json, chunked], 401],
      ["/v1/generations", [json, `Content-Length: ${MB}`], 401],
      ["/v1/admin/accounts/%zz", [json, chunked], 404],
      ["/v1/nowhere", [json, long], 404],
      ["/v1/nowhere", [json, chunked], 404],
      ["/mcp", [json, key, long], 413],
      ["/mcp", [json, chunked], 401],
      ["/mcp", [key, chunked], 415],
    ] as const) {
      const { text, socket } = await announce(path, [...headers]);
      const about = `${path} ${headers.join(", ")}`;
      t.true(text.startsWith(`HTTP/1.1 ${status} `), `${about}: ${text}`);
      t.regex(text, /\r\nconnection: close\r\n/i, about);
      t.regex(text, /\r\ncontent-length: \d+\r\n/i, about);
      t.regex(text, /\r\nx-request-id: /i, about);
      socket.destroy();
    }
    t.is((await ann.api.get("/v1/account")).status, 200);
  },
);

test.serial("a refusal without a body, or with a short one, keeps the connection", async (t) => {
  for (const [path, headers] of [
    ["/v1/nowhere", []],
    ["/v1/generations", ["Content-Type: application/json", "Content-Length: 0"]],
    ["/mcp", ["Content-Type: application/json", "Content-Length: 0"]],
    ["/v1/generations", ["Content-Type: application/json", "Content-Length: 1000"]],
  ] as const) {
    const { text, socket } = await announce(path, [...headers]);
    t.notRegex(text, /\r\nconnection: close\r\n/i, path);
    socket.destroy();
  }
});

test.serial("a body of up to 32 MB is read (rules/edge 15)", async (t) => {
  const body = JSON.stringify(image).replace("{", `{${" ".repeat(30 * MB)}`);
  const answer = await ann.api.send("POST", "/v1/generations", { body });
  t.is(answer.status, 200, JSON.stringify(answer.body));
});

test.serial(
  "a body that is not JSON, not an object or of another type is invalid_params (rules/edge 16)",
  async (t) => {
    for (const options of [
      { body: "{" },
      { body: "[]" },
      { body: "null" },
      { body: '"text"' },
      { body: new Uint8Array([0x7b, 0xff, 0x7d]) },
      { body: JSON.stringify(image), headers: { "content-type": "text/plain" } },
      { body: "a=b", headers: { "content-type": "application/x-www-form-urlencoded" } },
      { body: JSON.stringify(image), headers: { "content-type": "nonsense" } },
    ]) {
      const answer = await ann.api.send("POST", "/v1/generations", options);
      t.is(answer.status, 400, JSON.stringify(options));
      t.is(answer.body.error.code, "invalid_params");
    }
  },
);

test.serial(
  "a body that is nested too deeply is invalid_params, also under an Idempotency-Key (rules/edge 16)",
  async (t) => {
    const body = JSON.stringify(image).replace("{", `{"ignored":${"[".repeat(20_000)}${"]".repeat(20_000)},`);
    const answer = await ann.api.send("POST", "/v1/generations", {
      body,
      headers: { "idempotency-key": "deep" },
    });
    t.is(answer.status, 400);
    t.regex(answer.body.error.message, /levels deep/);
  },
);

test.serial(
  "a body of too many values is refused before it is read, by REST and by agents (rules/edge 16)",
  async (t) => {
    const body = `{"ignored":[${"{},".repeat(250_000)}{}]}`;
    const rest = await ann.api.send("POST", "/v1/generations", { body });
    t.is(rest.status, 400);
    t.is(rest.body.error.message, "The body may have 500000 values, no more.");
    const headers = { authorization: `Bearer ${ann.key}`, "content-type": "application/json" };
    const agent = await fetch(`${kiln.url}/mcp`, { method: "POST", body, headers });
    t.is(agent.status, 400);
    t.regex(await agent.text(), /500000 values/);
  },
);

test.serial(
  "a body with an object of too many members is refused, by REST, by GraphQL and by agents (rules/edge 16)",
  async (t) => {
    const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`k${at}`, 1]));
    const headers = { authorization: `Bearer ${ann.key}`, "content-type": "application/json" };
    const body = JSON.stringify({ query: "{ __typename }", variables: { a: [many] } });
    for (const path of ["/v1/generations", "/v1/graphql", "/mcp"]) {
      const answer = await fetch(`${kiln.url}${path}`, { method: "POST", body, headers });
      t.is(answer.status, 400, path);
      t.regex(await answer.text(), /20000 members in one object/, path);
    }
  },
);

test.serial(
  "a body's unknown field is refused with the nearest known one, also inside; a query may bring more (rules/edge 18 and 19)",
  async (t) => {
    const misspelt = await ann.api.post("/v1/generations", { ...image, projetId: null });
    t.is(misspelt.status, 400);
    t.is(misspelt.body.error?.message, 'unknown field "projetId" (did you mean "projectId"?).');
    const { body } = await ann.api.get("/v1/projects");
    const settings = `/v1/projects/${body.defaultProjectId}/content/settings`;
    const inside = await ann.api.put(settings, { translation: { breif: "Warm." } });
    t.is(inside.status, 400);
    t.is(inside.body.error?.message, 'translation: unknown field "breif" (did you mean "brief"?).');
    t.is((await ann.api.post("/v1/estimates?colour=red", image)).status, 200);
    const without = await ann.session.post("/v1/auth/sign-out", { everywhere: true });
    t.is(without.status, 400);
    t.is(without.body.error?.message, 'unknown field "everywhere" (none is known here).');
  },
);

test.serial("a body may repeat what the path says, and not contradict it (rules/edge 44)", async (t) => {
  const id = randomUUID();
  t.is((await ann.api.post("/v1/projects", { id, name: "Pots" })).status, 200);
  t.is((await ann.api.patch(`/v1/projects/${id}`, { id: id.toUpperCase(), name: "Pans" })).status, 200);
  const other = await ann.api.patch(`/v1/projects/${id}`, { id: randomUUID(), name: "Lids" });
  t.is(other.status, 400);
  t.is(other.body.error?.message, "id stands in the path, and the body names another one.");
  t.is((await ann.api.get(`/v1/projects/${id}`)).body.project.name, "Pans");
});
