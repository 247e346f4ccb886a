import type { ModelProvider } from "../model-provider.js";
import { type CallLimits, checkCalls, checkForeignHandle } from "./check-calls.js";
import { checkClose } from "./check-close.js";
import { checkModels, checkProvider } from "./check-declaration.js";
import type { ConformanceCheck, ConformanceReport } from "./report.js";
import { type SampleMedia, makeSampleMedia } from "./sample-media.js";

export type { ConformanceCheck, ConformanceReport } from "./report.js";

export interface ModelProviderOptions extends Partial<CallLimits> {
  /** Input files; small made ones by default. */
  media?: SampleMedia;
}

/**
 * The conformance suite of the extension point `modelProvider`, for our providers and for strangers' alike.
 * Calls each declared model for real, one after the other (a paid upstream bills that); a model
 * whose declaration is wrong is not called. At the end the provider is closed. A fault of the provider is a failed check, never a throw.
 */
export async function checkModelProvider(
  provider: ModelProvider,
  { media, jobMs = 60_000, abortMs = 5_000 }: ModelProviderOptions = {},
): Promise<ConformanceReport> {
  const described = checkProvider(provider);
  if (!described.ok) return [described];
  const limits = { jobMs, abortMs };
  const samples = media ?? (await makeSampleMedia());
  const checks: ConformanceCheck[] = [described, ...checkModels(provider.models)];
  for (const model of provider.models) {
    if (checks.some(({ name, ok }) => !ok && name.startsWith(`${model.id}: `))) continue;
    checks.push(...(await checkCalls(provider, model, samples, limits)));
  }
  checks.push(await checkForeignHandle(provider, samples, limits), await checkClose(provider));
  return checks;
}
