import type { ProviderModel } from "../../plugins/kit/model-provider.js";
import type { TranscriberOffer } from "../../plugins/kit/transcriber.js";
import type { PluginRegistry } from "./registry.js";

/** A provider and those of its models that a process works on. */
export interface WorkableProvider {
  id: string;
  models: readonly ProviderModel[];
}

/**
 * What this process can make: the models of its plugins whose kind's worker it hosts. A process that has
 * a plugin loaded and hosts no worker, like an edge, makes nothing and so offers nothing.
 */
export const workableProviders = (plugins: PluginRegistry, hosted: ReadonlySet<string>): WorkableProvider[] =>
  plugins
    .all("modelProvider")
    .map(({ id, models }) => ({ id, models: models.filter(({ kind }) => hosted.has(`generation.${kind}`)) }))
    .filter(({ models }) => models.length > 0);

/** The transcribers that this process works with: those of its plugins, where it hosts the area. */
export const workableTranscribers = (
  plugins: PluginRegistry,
  hosted: ReadonlySet<string>,
): TranscriberOffer[] =>
  hosted.has("transcriptions")
    ? plugins.all("transcriber").map(({ id, displayName, provider, preference = 0, languages }) => ({
        id,
        displayName,
        provider,
        preference,
        ...(languages && { languages }),
      }))
    : [];
