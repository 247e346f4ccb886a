import { randomUUID } from "node:crypto";
import { film, PICTURE } from "./media.js";
import { type Answer, order, type Vendor } from "./serve-upstream.js";

/** Imitates fal's queue and store (docs.fal.ai: queue, errors). The prompt of an order decides how the order ends. */
export function fal(key: string): Vendor {
  const requests = new Map<
    string,
    { input: Record<string, string | number | undefined>; polls: number; isCanceled: boolean }
  >();
  const halted = new Set<string>();
  return (seen, upstream) => {
    const [path = ""] = seen.path.split("?");
    if (path.startsWith("/files/halts") && !halted.has(path)) {
      halted.add(path);
      return { ...fileOf(path), halts: true };
    }
    if (path.startsWith("/files/")) return fileOf(path);
    if (path.startsWith("/put/")) return {};
    if (seen.headers.authorization !== `Key ${key}`)
      return { status: 401, json: { detail: "Cannot access application" } };
    if (path === "/storage/upload/initiate") {
      const name = randomUUID();
      return {
        json: { upload_url: `${upstream.url}/put/${name}`, file_url: `${upstream.url}/files/${name}.png` },
      };
    }
    const asked = /^\/([\w-]+\/[\w.-]+)\/requests\/([\w-]+)(\/status|\/cancel)?$/.exec(path);
    if (asked) return about(seen.method, asked[2] ?? "", asked[3] ?? "", upstream.url);
    if (seen.method !== "POST") return null;
    return order(upstream, path, () => {
      const id = randomUUID();
      requests.set(id, { input: seen.json as Record<string, string | number>, polls: 0, isCanceled: false });
      const app = path.split("/").slice(1, 3).join("/");
      const own = `${upstream.url}/${app}/requests/${id}`;
      return {
        json: {
          request_id: id,
          status: "IN_QUEUE",
          queue_position: 2,
          response_url: own,
          status_url: `${own}/status`,
          cancel_url: `${own}/cancel`,
        },
      };
    });
  };

  function about(method: string, id: string, verb: string, url: string): Answer {
    const request = requests.get(id);
    if (!request) return { status: 404, json: { detail: "Request not found" } };
    if (verb === "/cancel" && method === "PUT") {
      request.isCanceled = true;
      return { status: 202, json: { status: "CANCELLATION_REQUESTED" } };
    }
    const prompt = String(request.input.prompt);
    if (verb === "/status") {
      request.polls += 1;
      if (request.polls === 1) return { status: 202, json: { status: "IN_QUEUE", queue_position: 1 } };
      return prompt.includes("[endless]")
        ? { status: 202, json: { status: "IN_PROGRESS" } }
        : { json: { status: "COMPLETED", ...(prompt.includes("[error]") && { error: "it went wrong" }) } };
    }
    if (prompt.includes("[error]"))
      return { status: 500, headers: { "x-fal-retryable": "false" }, json: { detail: "it went wrong" } };
    if (prompt.includes("[policy]"))
      return {
        status: 422,
        json: {
          detail: [
            { loc: ["body", "prompt"], msg: "The content was flagged.", type: "content_policy_violation" },
          ],
        },
      };
    if (prompt.includes("[empty]")) return { json: { images: [], seed: 1 } };
    if (request.input.duration !== undefined)
      return {
        json: {
          video: {
            url: `${url}/files/${Number.parseInt(String(request.input.duration), 10)}.mp4`,
            content_type: "video/mp4",
          },
        },
      };
    const count = Number(request.input.num_images ?? 1);
    const file = prompt.includes("[expired]")
      ? "gone"
      : prompt.includes("[page]")
        ? "page"
        : prompt.includes("[halts]")
          ? `halts-${id}`
          : "picture";
    return {
      json: {
        images: Array.from({ length: count }, () => ({
          url: `${url}/files/${file}.png`,
          content_type: "image/png",
        })),
        has_nsfw_concepts: Array.from({ length: count }, () => prompt.includes("[black]")),
      },
    };
  }
}

function fileOf(path: string): Answer {
  const seconds = /(\d+)\.mp4$/.exec(path)?.[1];
  if (seconds) return { bytes: film(Number(seconds)), type: "video/mp4" };
  if (path.includes("gone")) return { status: 404, json: { detail: "expired" } };
  if (path.includes("page")) return { bytes: Buffer.from("<html>an error page</html>"), type: "image/png" };
  return { bytes: PICTURE, type: "image/png" };
}
