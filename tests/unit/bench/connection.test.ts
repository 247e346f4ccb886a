import { createServer, type RequestListener } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import test, { type ExecutionContext } from "ava";
import { Connection, requestBytes } from "../../../bench/load/connection.js";

async function serve(t: ExecutionContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/a?b=c`;
}

test("answers of any size come whole, one after the other, over one connection", async (t) => {
  const sockets = new Set<unknown>();
  const url = await serve(t, (request, response) => {
    sockets.add(request.socket);
    const body = Buffer.alloc(Number(request.headers["x-size"]), "k");
    response.writeHead(200, { "content-length": body.length });
    // The body is written in pieces, and no piece ends where the head ends.
    response.write(body.subarray(0, 10));
    setImmediate(() => response.end(body.subarray(10)));
  });
  const connection = await Connection.open(url);
  t.teardown(() => connection.close());
  for (const size of [11, 500_000, 0, 20]) {
    const body = await connection.send(requestBytes(url, "GET", { "x-size": String(size) }));
    t.is(body.length, size);
  }
  t.is(sockets.size, 1);
});

test("a body arrives as JSON, and another status than 200 is an error", async (t) => {
  const url = await serve(t, (request, response) => {
    request.toArray().then((chunks) => {
      const text = Buffer.concat(chunks).toString("utf8");
      response.writeHead(text === '{"ä":1}' && request.url === "/a?b=c" ? 200 : 400, { "content-length": 2 });
      response.end("{}");
    }, t.fail);
  });
  const connection = await Connection.open(url);
  t.teardown(() => connection.close());
  t.is((await connection.send(requestBytes(url, "POST", {}, { ä: 1 }))).toString(), "{}");
  await t.throwsAsync(connection.send(requestBytes(url, "POST", {}, {})), { message: /400/ });
});

test("a connection that the server closed meanwhile refuses to send, rather than wait for ever", async (t) => {
  const url = await serve(t, (_request, response) => {
    response.writeHead(200, { "content-length": 0, connection: "close" });
    response.end();
  });
  const connection = await Connection.open(url);
  await connection.send(requestBytes(url, "GET"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await t.throwsAsync(connection.send(requestBytes(url, "GET")), { message: /closed a connection/ });
});

test("a connection that the server closed before its first request is opened again", async (t) => {
  let connections = 0;
  const url = await serve(t, (_request, response) => {
    response.writeHead(200, { "content-length": 2 });
    response.end("{}");
  });
  const proxy = createTcpServer((socket) => {
    connections += 1;
    if (connections === 1) return void socket.destroy();
    const { port } = new URL(url);
    const onward = connect(Number(port), "127.0.0.1");
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  t.teardown(() => proxy.close());
  const address = proxy.address();
  const through = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
  const connection = await Connection.open(through);
  t.teardown(() => connection.close());
  await new Promise((resolve) => setTimeout(resolve, 50));
  t.is((await connection.send(requestBytes(through, "GET"))).toString(), "{}");
  t.is(connections, 2);
});
