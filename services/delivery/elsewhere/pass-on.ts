import { pipeline } from "node:stream/promises";
import { ServiceError } from "../../../contracts/errors.js";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import type { Host } from "../../../runtime/process/host.js";
import { sealTrace } from "../../../runtime/process/tracing/passed-trace.js";
import { currentTrace } from "../../../runtime/process/tracing/tracer.js";
import { readBody } from "../graphql/read-request.js";
import { bearerOf, uuidOf } from "../rest/read-route.js";
import { tokenAuthenticatorOf } from "../tokens/authenticate-token.js";
import { askNode, headersOf, PASSED_ON, patienceSince } from "./ask-node.js";
import { DeliveryNodes } from "./delivery-nodes.js";

/**
 * Makes the handler of a gateway without delivery: it passes a reader's request on to the nodes that host
 * delivery, one after the other until one answers. Readers' requests change nothing, so each node may be
 * asked. A node that says 503 may be about to stop, so one more is asked; a second 503 is true of more than
 * one node, as when the database is away.
 */
export function passOn(host: Host): (request: EdgeRequest) => Promise<void> {
  const nodes = new DeliveryNodes(host);
  return async (request) => {
    const { req, res, method } = request;
    const projectId = uuidOf(request, "projectId");
    if (req.headers[PASSED_ON] !== undefined) throw nobody();
    let body: Buffer | null = null;
    if (method === "POST") {
      // Only the body of a reader with a token is read (rules/delivery 1).
      await tokenAuthenticatorOf(host).open(bearerOf(request), projectId);
      body = await readBody(request);
    }
    const urls = nodes.of(projectId);
    const own = currentTrace();
    const trace = own === null ? null : sealTrace(host.keys, own);
    const began = performance.now();
    let mayRefuse = true;
    for (const [at, url] of urls.entries()) {
      const isLast = at === urls.length - 1;
      const patience = patienceSince(began);
      if (patience === null) break;
      try {
        const { head, body: whole } = await askNode(url, request, body, { isLast, patience, trace });
        if (head.statusCode === 503 && whole !== null && mayRefuse && !isLast) {
          mayRefuse = false;
          continue;
        }
        res.writeHead(head.statusCode ?? 502, headersOf(head));
        if (whole !== null) return void res.end(whole);
        // An answer that breaks off here breaks the reader's connection too, and the reader asks again.
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
