import { connect, type Socket } from "node:net";
import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { type PublicBody, PUBLIC_BODIES } from "../../helpers/public-bodies.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// An attacker sends slow and huge bodies to each public route, half-open connections and floods of headers. The comment of assertUnhurt
// says how the load of other processes on the machine is taken into account.

const MB = 1024 * 1024;

let hostile: HostileSite;
let attacker: Person;
const sockets = new Set<Socket>();
test.before(async () => {
  hostile = await HostileSite.open();
  attacker = await signUp(hostile.kiln.url);
});
test.after.always(async () => {
  for (const socket of sockets) socket.destroy();
  await hostile?.close();
});

const headOf = ({ method, path, type }: Omit<PublicBody, "refusal">, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, "Host: x", `Content-Type: ${type}`, ...headers, "", ""].join("\r\n");

/** Opens a connection of the attacker, which reads what comes and keeps its half open. */
function dial(text: string): Socket {
  const { hostname, port } = new URL(hostile.kiln.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  sockets.add(socket);
  socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  socket.resume().write(text);
  return socket;
}

/** Waits until one of the events comes. */
const until = (socket: Socket, ...events: string[]) =>
  new Promise<void>((resolve) => {
    const come = () => {
      for (const event of events) socket.off(event, come);
      resolve();
    };
    for (const event of events) socket.on(event, come);
  });

/** Sends the given number of bytes as fast as they are taken, and keeps the connection. */
async function pour(socket: Socket, bytes: number): Promise<void> {
  const piece = Buffer.alloc(256 * 1024, 32);
  for (let sent = 0; sent < bytes && socket.writable; sent += piece.length)
    if (!socket.write(piece)) await until(socket, "drain", "close");
}

/** Waits until the server ends the connection, whatever the attacker keeps open itself. */
const ended = async (socket: Socket) => {
  if (!socket.readableEnded && !socket.destroyed) await until(socket, "end", "close");
};

const ATTACKS: Readonly<Record<string, () => Promise<void>>> = {
  "5 bodies of 31 MB on each public route": async () => {
    await Promise.all(
      PUBLIC_BODIES.flatMap((route) =>
        Array.from({ length: 5 }, () => {
          const chunk = `${(31 * MB).toString(16)}\r\n`;
          return pour(dial(headOf(route, "Transfer-Encoding: chunked") + chunk), 31 * MB);
        }),
      ),
    );
  },
  "bodies of 31 MB that one account half sends": async () => {
    const key = `Authorization: Bearer ${attacker.key}`;
    const generations = { method: "POST", path: "/v1/generations", type: "application/json" } as const;
    await Promise.all(
      Array.from({ length: 12 }, () =>
        pour(dial(headOf(generations, key, `Content-Length: ${32 * MB}`)), 31 * MB),
      ),
    );
  },
  "dripping bodies on each public route, and connections that say nothing or half a header": async () => {
    const dripping = PUBLIC_BODIES.flatMap((route) =>
      Array.from({ length: 20 }, () => dial(headOf(route, "Content-Length: 50000"))),
    );
    const silent = [
      ...Array.from({ length: 200 }, () => dial("")),
      ...Array.from({ length: 200 }, () => dial("POST /v1/auth/sign-in HTTP/1.1\r\nX-Half: ")),
    ];
    const drip = setInterval(() => {
      for (const socket of dripping) if (socket.writable) socket.write(" ");
    }, 250);
    try {
      await Promise.all([...dripping, ...silent].map(ended));
    } finally {
      clearInterval(drip);
    }
  },
  "floods of headers, and what is no HTTP": async () => {
    const many = Array.from({ length: 5000 }, (_, at) => `X-${at}: 1`).join("\r\n");
    const floods = [
      `GET /v1/plans HTTP/1.1\r\nHost: x\r\n${many}\r\n\r\n`,
      `GET /v1/plans?${"x".repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET /v1/plans HTTP/1.1\r\nHost: x\r\nCookie: ${"a=b; ".repeat(20_000)}\r\n\r\n`,
      "\0".repeat(10_000),
    ];
    for (let round = 0; round < 10; round += 1)
      await Promise.all(
        Array.from({ length: 40 }, (_, at) => {
          return ended(dial(floods[at % floods.length] ?? ""));
        }),
      );
  },
};

for (const [name, attack] of Object.entries(ATTACKS))
  test.serial(`${name} hurt nobody else (rules/edge 17; rules/running 23)`, async (t) => {
    assertUnhurt(t, await hostile.witness.during(attack));
    for (const socket of sockets) socket.destroy();
  });

test.serial(
  "SIGTERM among slow bodies and half-open connections ends the process in time (rules/running 14)",
  async (t) => {
    for (const route of PUBLIC_BODIES)
      for (let at = 0; at < 10; at += 1) dial(headOf(route, "Content-Length: 50000"));
    for (let at = 0; at < 50; at += 1) dial("GET /livez HTTP/1.1\r\nX-Half: ");
    await hostile.stop(t);
  },
);
