import type { Host } from "../../runtime/host.js";

/** decisions 1: all five upstreams, and stripe, gcs, smtp, always appear. */
const CREDENTIALS: Record<string, string> = {
  fal: "FAL_KEY",
  replicate: "REPLICATE_API_TOKEN",
  openai: "OPENAI_API_KEY",
  elevenlabs: "ELEVENLABS_API_KEY",
  google: "GEMINI_API_KEY",
  stripe: "STRIPE_SECRET_KEY",
  smtp: "SMTP_URL",
};

/** A false entry means that the integration has no credentials on this deployment (spec: health). */
export function healthOf(host: Host): { ok: boolean; providers: Record<string, boolean> } {
  const providers: Record<string, boolean> = {};
  for (const [name, variable] of Object.entries(CREDENTIALS))
    providers[name] = Boolean(host.config.env[variable]);
  // A machine's own service account has no variable; a deployment on GCS would not work without one.
  providers.gcs =
    host.config.storageUrl.startsWith("gcs:") || Boolean(host.config.env.GOOGLE_APPLICATION_CREDENTIALS);
  // Another process may have the credentials.
  for (const { id } of [...host.plugins.all("modelProvider"), ...host.announcements()]) providers[id] = true;
  return Object.freeze({ ok: true, providers: Object.freeze(providers) });
}
