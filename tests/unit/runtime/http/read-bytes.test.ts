import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import test, { type ExecutionContext } from "ava";
import { ServiceError } from "../../../../contracts/errors.js";
import { readBytes } from "../../../../runtime/http/read-bytes.js";
import { rawRequest } from "../../../helpers/raw-request.js";

const tooLarge = () => new ServiceError("payload_too_large", "The body is over 10 bytes.");

/** Serves bodies of at most 10 bytes. It records what it read, or why not, and answers with the same. */
async function serve(
  t: ExecutionContext,
  begin: (req: IncomingMessage) => Promise<unknown> = async () => {},
): Promise<{ url: string; outcome: Promise<string> }> {
  const { promise: outcome, resolve } = Promise.withResolvers<string>();
  const server = createServer((req, res) => {
    void begin(req)
      .then(() => readBytes(req, 10, tooLarge))
      .then(
        (bytes) => `read: ${bytes.toString()}`,
        (error: ServiceError) => `${error.code}: ${error.message}`,
      )
      .then((text) => {
        resolve(text);
        res.end(text);
      });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  t.teardown(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, outcome };
}

const post = async (t: ExecutionContext, pieces: string[], headers: Record<string, string> = {}) => {
  const { url } = await serve(t);
  const { body } = await rawRequest(url, {
    method: "POST",
    headers,
    pieces: pieces.map((piece) => Buffer.from(piece)),
  });
  return body.toString();
};

test("a body of the most bytes is read whole, declared or in chunks", async (t) => {
  t.is(await post(t, ["01234", "56789"]), "read: 0123456789");
  t.is(await post(t, ["01234", "56789"], { "content-length": "10" }), "read: 0123456789");
});

test("no body reads as no bytes", async (t) => {
  t.is(await post(t, []), "read: ");
  t.is(await post(t, [], { "content-length": "0" }), "read: ");
});

test("a declared length over the limit is refused before a byte comes, and its sender sees the answer (rules/edge 15)", async (t) => {
  const { url } = await serve(t);
  const answer = await new Promise<string>((resolve, reject) => {
    const req = request(url, { method: "POST", headers: { "content-length": "11" }, agent: false }, (res) => {
      res.setEncoding("utf8").once("data", resolve);
    });
    req.once("error", reject).flushHeaders();
    t.teardown(() => req.destroy());
  });
  t.is(answer, "payload_too_large: The body is over 10 bytes.");
});

test("a body that turns out longer than the limit is refused, and its sender sees the answer (rules/edge 15)", async (t) => {
  t.is(await post(t, ["01234", "56789", "x"]), "payload_too_large: The body is over 10 bytes.");
});

test("a client that leaves in the middle of its body is not an error of ours", async (t) => {
  const { url, outcome } = await serve(t);
  const req = request(url, { method: "POST", headers: { "content-length": "10" }, agent: false });
  req.on("error", () => {});
  await new Promise<void>((done) => req.write("01234", () => done()));
  req.destroy();
  t.is(await outcome, "invalid_params: The body ended early.");
});

test("a client that left before its body is read is none of ours either", async (t) => {
  const begun = Promise.withResolvers<void>();
  const { url, outcome } = await serve(t, async (req) => {
    begun.resolve();
    await new Promise((gone) => req.socket.once("close", gone));
  });
  const req = request(url, { method: "POST", headers: { "content-length": "10" }, agent: false });
  req.on("error", () => {});
  req.write("01234");
  await begun.promise;
  req.destroy();
  t.is(await outcome, "invalid_params: The body ended early.");
});

test("what is over the limit stays unread", async (t) => {
  let seen: IncomingMessage | undefined;
  const { url, outcome } = await serve(t, async (req) => void (seen = req));
  const req = request(url, { method: "POST", headers: { "transfer-encoding": "chunked" }, agent: false });
  req.on("error", () => {});
  t.teardown(() => req.destroy());
  req.write("0123456789x");
  t.is(await outcome, "payload_too_large: The body is over 10 bytes.");
  t.true(seen?.isPaused());
});
