import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import test, { type ExecutionContext } from "ava";
import type { Host } from "../../../runtime/process/host.js";
import { renderError } from "../../../runtime/errors/render.js";
import { passOn } from "../../../services/delivery/elsewhere/pass-on.js";

const PROJECT = "01900000-0000-7000-8000-000000000001";

async function serve(
  t: ExecutionContext,
  handle: (req: IncomingMessage, res: ServerResponse) => void,
): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => (server.close(), server.closeAllConnections()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Starts nodes of delivery that answer with these statuses, and a gateway in front of them. The result asks the gateway and tells
 * which nodes were asked.
 */
async function scene(t: ExecutionContext, states: readonly number[]) {
  const asked: number[] = [];
  const urls: string[] = [];
  for (const status of states)
    urls.push(
      await serve(t, (_req, res) => {
        asked.push(status);
        const body = `from one that says ${status}`;
        res.writeHead(status, { "content-length": body.length, "retry-after": "1" }).end(body);
      }),
    );
  const log = { warn: () => {} };
  const host = { deliveryUrls: () => urls, config: { deliveryReplicas: 2 }, log } as unknown as Host;
  const handle = passOn(host);
  const gateway = await serve(t, (req, res) => {
    const request = { req, res, method: "GET", params: { projectId: PROJECT }, requestId: "r" };
    handle(request as never).catch((error: unknown) =>
      res.writeHead(renderError(error, "r").status).end("from the gateway"),
    );
  });
  return async () => {
    asked.length = 0;
    const answer = await fetch(`${gateway}/v1/content/${PROJECT}/documents`);
    return { status: answer.status, text: await answer.text(), asked: [...asked] };
  };
}

test("a node that leaves and says 503 is no answer where another one serves, whichever of the two has its turn (rules/running 20)", async (t) => {
  const read = await scene(t, [503, 200]);
  const answers = [await read(), await read()];
  for (const { status, text } of answers) t.is(`${status} ${text}`, "200 from one that says 200");
  t.deepEqual(answers.map(({ asked }) => asked.length).toSorted(), [1, 2], "both had the first turn once");
});

test("where nodes say 503, as without the database, two are asked and not all, and their answer goes on (rules/running 20)", async (t) => {
  const read = await scene(t, [503, 503, 503, 503]);
  const { status, text, asked } = await read();
  t.is(`${status} ${text}`, "503 from one that says 503");
  t.is(asked.length, 2);
});

test("an answer that is no refusal goes on as it is, and nobody else is asked (rules/running 20)", async (t) => {
  const read = await scene(t, [404, 404]);
  t.deepEqual(await read(), { status: 404, text: "from one that says 404", asked: [404] });
});
