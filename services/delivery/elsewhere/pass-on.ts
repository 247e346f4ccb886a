import { pipeline } from "node:stream/promises";
import { ServiceError } from "../../../contracts/errors.js";
import type { EdgeRequest } from "../../../runtime/edge.js";
import type { Host } from "../../../runtime/host.js";
import { readBody } from "../graphql/read-request.js";
import { bearerOf, uuidOf } from "../rest/answer.js";
import { tokenAuthenticatorOf } from "../tokens/authenticate-token.js";
import { askNode, headersOf, PASSED_ON } from "./ask-node.js";
import { DeliveryNodes } from "./delivery-nodes.js";

/**
 * What a gateway without delivery does with a reader's request: it passes it on to the nodes that host delivery, one after
 * the other until one answers. Nothing that readers ask changes anything, so each may be asked.
 */
export function passOn(host: Host): (request: EdgeRequest) => Promise<void> {
  const nodes = new DeliveryNodes(host);
  return async (request) => {
    const { req, res, method } = request;
    const projectId = uuidOf(request, "projectId");
    if (req.headers[PASSED_ON] !== undefined) throw nobody();
    let body: Buffer | null = null;
    if (method === "POST") {
      // a body is read of nobody but readers (decisions 2)
      await tokenAuthenticatorOf(host).open(bearerOf(request), projectId);
      body = await readBody(request);
    }
    for (const url of nodes.of(projectId)) {
      try {
        const answer = await askNode(url, request, body);
        res.writeHead(answer.statusCode ?? 502, headersOf(answer));
        // one that breaks off here breaks the reader's connection too, who then asks again
        return await pipeline(answer, res).catch(() => void res.destroy());
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
