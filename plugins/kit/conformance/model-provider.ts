import type { ModelProvider } from "../model-provider.js";
import { type CallLimits, checkCalls, checkForeignHandle } from "./check-calls.js";
import { checkClose, closeUnchecked } from "./check-close.js";
import { checkModels, checkProvider } from "./check-declaration.js";
import type { ConformanceCheck, ConformanceReport } from "./report.js";
import { type SampleMedia, makeSampleMedia } from "./sample-media.js";

export type { ConformanceCheck, ConformanceReport } from "./report.js";

export interface ModelProviderOptions extends Partial<CallLimits> {
  /** The input files; by default small ones that are made on the spot. */
  media?: SampleMedia;
}

/**
 * The conformance suite of the extension point `modelProvider`, for Kiln's providers and those of third
 * parties. It calls each declared model, one after the other, which a paid upstream bills; a model whose
 * declaration is wrong is not called. At the end it closes the provider, also when the provider's own
 * declaration is wrong, which is all that is reported then. A fault of the provider is a failed check and is
 * not thrown.
 */
export async function checkModelProvider(
  provider: ModelProvider,
  { media, jobMs = 60_000, abortMs = 5_000 }: ModelProviderOptions = {},
): Promise<ConformanceReport> {
  const described = checkProvider(provider);
  if (!described.ok) {
    await closeUnchecked(provider);
    return [described];
  }
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
