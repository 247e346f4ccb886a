import { ServiceError } from "../../../contracts/errors.js";
import { renderError } from "../../../runtime/errors/render.js";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import type { PluginHost } from "../../kit/define-plugin.js";

/** How long and how much of an unwanted body is read, so that its sender gets to see the answer. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 64 * 1024 * 1024;

/**
 * Answers with the error envelope. Where a body is still coming, it is thrown away for a moment before the
 * connection ends: closing at once would reset it, and take the answer along.
 */
export async function refuse(
  { req, res, method, requestId }: EdgeRequest,
  log: PluginHost["log"],
  thrown: unknown,
): Promise<void> {
  if (res.headersSent || res.destroyed) return void res.destroy();
  const { status, headers, body } = renderError(orUnavailable(thrown, log), requestId);
  const bytes = Buffer.from(JSON.stringify(body));
  const isUnread = method === "PUT" && !req.readableEnded && !req.complete;
  res.writeHead(status, {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": bytes.length,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(isUnread && { connection: "close" }),
  });
  if (method === "HEAD") return void res.end();
  if (!isUnread) return void res.end(bytes);
  res.write(bytes);
  await discard(req);
  res.end();
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

function discard(req: EdgeRequest["req"]): Promise<void> {
  return new Promise((resolve) => {
    let left = LINGER_BYTES;
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(stop, LINGER_MS);
    req.on("data", (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) stop();
    });
    for (const event of ["end", "close", "error"]) req.once(event, stop);
    req.resume();
  });
}
