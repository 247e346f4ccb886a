import type { FastifyInstance } from "fastify";
import type { Host } from "../../runtime/process/host.js";
import { reachDatabase } from "./health.repository.js";
import { mountMetrics } from "./metrics-routes.js";
import type { RequestSeconds } from "./raw-requests.js";

export interface Readiness {
  isDraining(): boolean;
  /** Returns true while the transporter, if there is one, is connected. */
  isConnected(): boolean;
}

/**
 * Mounts `/livez`, `/readyz` and `/metrics`, which every process answers, also one without a gateway
 * (rules/running 12). Returns the histogram of requests.
 */
export function mountHealth(app: FastifyInstance, host: Host, readiness: Readiness): RequestSeconds {
  app.get("/livez", (_request, reply) =>
    reply.header("content-type", "application/json").send('{"ok":true}'),
  );
  app.get("/readyz", async (_request, reply) => {
    const problem = await whyNotReady(host, readiness);
    return reply
      .code(problem === null ? 200 : 503)
      .send(problem === null ? { ok: true } : { ok: false, reason: problem });
  });
  return mountMetrics(app, host);
}

async function whyNotReady(host: Pick<Host, "read">, readiness: Readiness): Promise<string | null> {
  if (readiness.isDraining()) return "This process is draining.";
  if (!readiness.isConnected()) return "NATS is unreachable.";
  try {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>(
      (_resolve, reject) => (timer = setTimeout(() => reject(new Error("late")), 3000)),
    );
    await Promise.race([reachDatabase(host.read), late]);
    clearTimeout(timer);
    return null;
  } catch {
    return "The database is unreachable.";
  }
}

/**
 * The variable with the credentials of each integration. All five upstreams, and stripe, gcs and smtp, always
 * appear (rules/edge 38).
 */
const CREDENTIALS: Record<string, string> = {
  fal: "FAL_KEY",
  replicate: "REPLICATE_API_TOKEN",
  openai: "OPENAI_API_KEY",
  elevenlabs: "ELEVENLABS_API_KEY",
  google: "GEMINI_API_KEY",
  stripe: "STRIPE_SECRET_KEY",
  smtp: "SMTP_URL",
};

/**
 * Returns the health answer. A false entry means that the integration has no credentials on this deployment
 * (rules/edge 38).
 */
export function healthOf(host: Pick<Host, "config" | "plugins" | "announcements">): {
  ok: boolean;
  providers: Record<string, boolean>;
} {
  const providers: Record<string, boolean> = {};
  for (const [name, variable] of Object.entries(CREDENTIALS))
    providers[name] = Boolean(host.config.env[variable]);
  // The service account of a machine has no variable; a deployment on GCS would not work without one.
  providers.gcs =
    host.config.storageUrl.startsWith("gcs:") || Boolean(host.config.env.GOOGLE_APPLICATION_CREDENTIALS);
  // Another process may have the credentials.
  for (const { id } of [...host.plugins.all("modelProvider"), ...host.announcements()]) providers[id] = true;
  return Object.freeze({ ok: true, providers: Object.freeze(providers) });
}
