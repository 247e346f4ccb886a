import type { FastifyInstance } from "fastify";
import type { Host } from "../../runtime/host.js";
import { mountMetrics, type ObserveRequest } from "./metrics-routes.js";

export interface Readiness {
  isDraining(): boolean;
  /** True while the transporter, if there is one, is connected. */
  isConnected(): boolean;
}

/** `/livez`, `/readyz` and `/metrics`: every process answers them, also one without a gateway (decisions 1). */
export function mountHealth(app: FastifyInstance, host: Host, readiness: Readiness): ObserveRequest {
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

async function whyNotReady(host: Host, readiness: Readiness): Promise<string | null> {
  if (readiness.isDraining()) return "This process is draining.";
  if (!readiness.isConnected()) return "NATS is unreachable.";
  try {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>(
      (_resolve, reject) => (timer = setTimeout(() => reject(new Error("late")), 3000)),
    );
    await Promise.race([host.read.query("SELECT 1"), late]);
    clearTimeout(timer);
    return null;
  } catch {
    return "The database is unreachable.";
  }
}
