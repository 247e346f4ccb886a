import { pipeline } from "node:stream/promises";
import { ServiceError } from "../../../contracts/errors.js";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import type { Host } from "../../../runtime/process/host.js";
import { readBody } from "../graphql/read-request.js";
import { bearerOf, uuidOf } from "../rest/read-route.js";
import { tokenAuthenticatorOf } from "../tokens/authenticate-token.js";
import { askNode, headersOf, PASSED_ON, patienceSince } from "./ask-node.js";
import { DeliveryNodes } from "./delivery-nodes.js";

/**
 * What a gateway without delivery does with a reader's request: it passes it on to the nodes that host delivery, one after
 * the other until one answers. Nothing that readers ask changes anything, so each may be asked. One that says 503 may be leaving,
 * so one more is asked; what that says too is true of more than one node, as where the database is away.
 */
export function passOn(host: Host): (request: EdgeRequest) => Promise<void> {
  const nodes = new DeliveryNodes(host);
  return async (request) => {
    const { req, res, method } = request;
    const projectId = uuidOf(request, "projectId");
    if (req.headers[PASSED_ON] !== undefined) throw nobody();
    let body: Buffer | null = null;
    if (method === "POST") {
      // only a reader's body is read (rules/delivery 1)
      await tokenAuthenticatorOf(host).open(bearerOf(request), projectId);
      body = await readBody(request);
    }
    const urls = nodes.of(projectId);
    const began = performance.now();
    let mayRefuse = true;
    for (const [at, url] of urls.entries()) {
      const isLast = at === urls.length - 1;
      const patience = patienceSince(began);
      if (patience === null) break;
      try {
        const { head, body: whole } = await askNode(url, request, body, { isLast, patience });
        if (head.statusCode === 503 && whole !== null && mayRefuse && !isLast) {
          mayRefuse = false;
          continue;
        }
        res.writeHead(head.statusCode ?? 502, headersOf(head));
        if (whole !== null) return void res.end(whole);
        // one that breaks off here breaks the reader's connection too, who then asks again
        return await pipeline(head, res).catch((error: unknown) => {
          if (!res.destroyed)
            host.log.warn({ err: error, node: url }, "a node of delivery broke its answer off");
          res.destroy();
        });
      } catch (error) {
        if (res.destroyed) return;
        nodes.failed(url);
        host.log.warn({ err: error, node: url }, "a node of delivery did not answer");
      }
    }
    throw nobody();
  };
}

const nobody = () =>
  new ServiceError("unavailable", "No process that hosts delivery answers. Retry later.", {
    details: { retryAfterSeconds: 2 },
  });
