import { ServiceError } from "../../../contracts/errors.js";
import { renderError } from "../../../runtime/errors/render.js";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import { endUnread, giveUpBody, isUnread } from "../../../runtime/http/end-unread.js";
import type { PluginHost } from "../../kit/define-plugin.js";

/**
 * Answers with the error envelope. The rest of a body that is still coming is thrown away, at the pace of all unwanted bodies, before
 * the connection ends (rules/edge 43): closing at once would reset it, and take the answer along.
 */
export function refuse(
  { req, res, method, requestId }: EdgeRequest,
  log: PluginHost["log"],
  thrown: unknown,
): void {
  if (res.headersSent || res.destroyed) return void res.destroy();
  const { status, headers, body } = renderError(orUnavailable(thrown, log), requestId);
  const bytes = Buffer.from(JSON.stringify(body));
  // A part of the body may have been read, so what follows on the connection is the rest of it.
  if (method === "PUT" && !req.complete) giveUpBody(req);
  const isUnwanted = isUnread(req);
  res.writeHead(status, {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": bytes.length,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(isUnwanted && { connection: "close" }),
  });
  if (method === "HEAD") return void res.end();
  if (isUnwanted) endUnread(req, res, bytes);
  else res.end(bytes);
}

/** A fault of the file system, such as a full disk, is the store's and not the caller's. */
function orUnavailable(thrown: unknown, log: PluginHost["log"]): unknown {
  if (thrown instanceof ServiceError || !(thrown instanceof Error) || !("syscall" in thrown)) return thrown;
  log.warn(`the media folder failed: ${thrown.message}`);
  return new ServiceError("unavailable", "The media store is away. Retry later.", {
    details: { retryAfterSeconds: 5 },
    cause: thrown,
  });
}
