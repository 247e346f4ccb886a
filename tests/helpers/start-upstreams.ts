import { join } from "node:path";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";
import { CASES, KEY } from "./upstream-cases.js";
import { serveUpstream, type Upstream } from "../stand-ins/upstream/serve-upstream.js";

/** Starts a stand-in for each vendor, and returns the environment that connects a process to them. */
export async function startUpstreams(): Promise<{
  upstreams: Readonly<Record<string, Upstream>>;
  env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}> {
  const upstreams: Record<string, Upstream> = {};
  const env: Record<string, string> = {
    MODELS_DIR: join(PACKAGE_ROOT, "examples/models"),
    ALLOW_PRIVATE_NETWORK: "1",
  };
  for (const [id, each] of Object.entries(CASES)) {
    const upstream = await serveUpstream(each.vendor(KEY));
    upstreams[id] = upstream;
    Object.assign(env, each.env(upstream.url, KEY));
  }
  return {
    upstreams,
    env,
    async close() {
      for (const upstream of Object.values(upstreams)) await upstream.close();
    },
  };
}
