import type { Stripe } from "stripe";
import { PaymentError } from "../../kit/payment-gateway.js";

const TIMEOUT_MS = 15_000;

/** The official SDK, loaded at first use; its API version is the one that it is pinned to. `apiBase` is an origin. */
export async function openStripe(secretKey: string, apiBase: string | null): Promise<Stripe> {
  const { Stripe } = await import("stripe");
  const options = { maxNetworkRetries: 2, timeout: TIMEOUT_MS, telemetry: false };
  if (apiBase === null) return new Stripe(secretKey, options);
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === "http:";
  return new Stripe(secretKey, {
    ...options,
    host: hostname,
    port: port === "" ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? "http" : "https",
  });
}

/** True for an object that Stripe does not have. */
export const isMissing = (error: unknown): boolean => {
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  return statusCode === 404 || code === "resource_missing";
};

/** True for a request that the key does not allow. */
export const isForbidden = (error: unknown): boolean => (error as { statusCode?: number }).statusCode === 403;

/**
 * The statuses of refusals that pass: a request that took too long, another request with the same idempotency
 * key that still runs, and too many requests.
 */
const PASSING = [408, 409, 429];

/** An error of the SDK in the kit's words; the SDK's own retries are behind it. */
export function fromStripe(error: unknown): unknown {
  const { type, statusCode, message } = error as { type?: string; statusCode?: number; message?: string };
  if (typeof type !== "string" || !type.startsWith("Stripe")) return error;
  if (isMissing(error)) return new PaymentError("gone", "Stripe does not know it.", { cause: error });
  const isRefused = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return new PaymentError(
    isRefused && !PASSING.includes(statusCode) ? "refused" : "unavailable",
    `Stripe: ${message ?? type}`,
    { cause: error },
  );
}
