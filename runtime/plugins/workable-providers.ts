import type { InputLimit } from "../../contracts/input-limit.js";
import type { ProviderModel } from "../../plugins/kit/model-provider.js";
import type { TranscriberOffer } from "../../plugins/kit/transcriber.js";
import type { PluginRegistry } from "./registry.js";

/** A provider, and those of its models that a process works on. */
export interface WorkableProvider {
  id: string;
  models: readonly ProviderModel[];
  /** What models take of a job's files, by the models' ids. A process of an earlier release tells none. */
  inputLimits?: Readonly<Record<string, InputLimit>>;
}

/**
 * Returns the providers of this process with the models whose kind's worker it hosts. A process without a
 * worker, such as an edge, offers none even if it has loaded plugins.
 */
export const workableProviders = (plugins: PluginRegistry, hosted: ReadonlySet<string>): WorkableProvider[] =>
  plugins
    .all("modelProvider")
    .map(({ id, models, inputLimits }) => ({
      id,
      models: models.filter(({ kind }) => hosted.has(`generation.${kind}`)),
      ...(inputLimits && { inputLimits }),
    }))
    .filter(({ models }) => models.length > 0);

/**
 * Returns the transcribers that this process works with: those of its plugins if it hosts `transcriptions`.
 */
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
