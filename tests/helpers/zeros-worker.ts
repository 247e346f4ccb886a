import { parentPort } from "node:worker_threads";
import { sendBytes, serveOrigin } from "./serve-origin.js";

/** Runs in a thread, so that who measures does not wait for who sends: an origin whose `?size=` says how much it gives. */
const { url } = await serveOrigin((req, res) => {
  res.writeHead(200, { "content-type": "video/mp4" });
  return sendBytes(res, Number(new URL(req.url ?? "/", "http://origin").searchParams.get("size")));
});
// A thread of this process, no window with an origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(url);
