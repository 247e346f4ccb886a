import type { z } from "zod";
import { withNearest } from "../../../contracts/nearest-name.js";
import { capabilityProblems } from "../../../plugins/kit/conformance/check-capabilities.js";
import { pricingProblems } from "../../../plugins/kit/conformance/check-pricing.js";
import type { ModelProvider, ProviderModel } from "../../../plugins/kit/model-provider.js";
import type {
  UpstreamModel,
  UpstreamText,
  UpstreamTranscriber,
} from "../../../plugins/kit/upstream/upstream-model.js";
import { ConfigError } from "../../config/load-config.js";
import { issueSentence } from "../../actions/issue-sentence.js";
import { ENTRIES, type EntryKind, mediaEntry } from "./model-file.js";
import { inputsProblem } from "./check-inputs.js";
import { type Entry, readModelsDir } from "./read-models-dir.js";

/** The models that a provider has by itself, and the kinds that files may add. */
export interface Known {
  models: readonly ProviderModel[];
  text?: readonly UpstreamText[];
  transcription?: readonly UpstreamTranscriber[];
  /**
   * The kinds of models that the provider's adapter can call by data alone. Models of other kinds can be
   * changed but not added.
   */
  adds: readonly EntryKind[];
  /** Set if each of the provider's models is a graph. */
  needsGraph?: true;
}

/** The models that the operator's MODELS_DIR adds to providers, and its changes of their models. */
export class ModelsDir {
  readonly #entries: readonly Entry[];

  /** Reads the folder; null stands for none. Throws ConfigError with the file and the line. */
  constructor(folder: string | null) {
    this.#entries = folder === null ? [] : readModelsDir(folder);
  }

  /** Throws ConfigError for entries that do not fit the known providers, given by their names. */
  check(known: Readonly<Record<string, Known>>): void {
    this.#refuseForeign(known);
    for (const [provider, { models, text = [], transcription = [], adds, needsGraph }] of Object.entries(
      known,
    )) {
      const media = this.#merge<{ id: string; graph?: unknown }>(provider, "media", models, adds);
      const bare = needsGraph && media.find(({ graph }) => graph === undefined);
      if (bare) this.#refuseBare(provider, bare.id);
      this.#merge(provider, "text", text, adds);
      this.#merge(provider, "transcription", transcription, adds);
    }
  }

  /**
   * Throws ConfigError for an entry with a model of another provider: of two providers with one model, the
   * later one would be refused with all its models.
   */
  #refuseForeign(known: Readonly<Record<string, Known>>): void {
    for (const [home, { models }] of Object.entries(known))
      for (const { provider, value, file, path } of this.#entries)
        if (provider !== home && models.some(({ id }) => id === value.id))
          throw file.refuse(
            [...path, "id"],
            `the model ${value.id} belongs to the provider ${home}; give this one another id.`,
          );
  }

  #refuseBare(provider: string, id: string): never {
    const entry = this.#entries.find((each) => each.provider === provider && each.value.id === id);
    const problem = `${id}: graph is required: the graph itself, or the name of its file below MODELS_DIR.`;
    throw entry?.file.refuse(entry.path, problem) ?? new ConfigError(`MODELS_DIR: ${problem}`);
  }

  /** Throws ConfigError for a file whose provider does not exist. */
  refuseUnknown(names: readonly string[]): void {
    const entry = this.#entries.find(({ provider }) => !names.includes(provider));
    if (entry)
      throw entry.file.refuse(["provider"], `there is no provider ${withNearest([entry.provider], names)}.`);
  }

  /** Returns an upstream provider's models with the additions and changes of the files. */
  models(provider: string, own: readonly UpstreamModel[]): readonly UpstreamModel[] {
    return this.#merge(provider, "media", own, ["media"]);
  }

  textModels(provider: string, own: readonly UpstreamText[]): readonly UpstreamText[] {
    return this.#merge(provider, "text", own, ["text"]);
  }

  transcribers(provider: string, own: readonly UpstreamTranscriber[]): readonly UpstreamTranscriber[] {
    return this.#merge(provider, "transcription", own, ["transcription"]);
  }

  /** Returns the driver with its own models changed, for a provider that does not ask for its models. */
  override(driver: ModelProvider): ModelProvider {
    const { id, models } = driver;
    if (!this.#entries.some(({ provider }) => provider === id)) return driver;
    const known = new Set(models.map((each) => each.id));
    const isAsked = this.#entries.some(({ provider, value }) => provider === id && known.has(value.id));
    if (!isAsked) return driver;
    const merged = this.#merge(id, "media", models, ["media"]).filter((each) => known.has(each.id));
    const changed = merged.map((each) => catalogOf(each));
    return new Proxy(driver, {
      get: (target, key) => {
        if (key === "models") return changed;
        const value: unknown = Reflect.get(target, key);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  }

  #merge<T extends { id: string }>(
    provider: string,
    kind: EntryKind,
    own: readonly T[],
    adds: readonly EntryKind[],
  ): T[] {
    const mine = this.#entries.filter((entry) => entry.provider === provider && kindOf(entry, own) === kind);
    const merged = new Map(own.map((model) => [model.id, model]));
    for (const entry of mine) {
      const before = merged.get(entry.value.id);
      if (before === undefined && !adds.includes(kind))
        throw entry.file.refuse(
          [...entry.path, "id"],
          `the provider ${provider} takes changes of what it has only: there is no ${withNearest([entry.value.id], [...merged.keys()])}.`,
        );
      merged.set(entry.value.id, checked(entry, kind, before) as unknown as T);
    }
    return [...merged.values()];
  }
}

/** Returns the kind of an entry's model. An entry that changes a model may omit its kind. */
function kindOf({ value }: Entry, own: readonly { id: string }[]): EntryKind | null {
  if (value.kind === "text" || value.kind === "transcription") return value.kind;
  if (value.kind !== undefined) return "media";
  const before = own.find(({ id }) => id === value.id);
  if (before === undefined) return "maxOutputTokens" in value ? "text" : "media";
  return "capabilities" in before ? "media" : "maxOutputTokens" in before ? "text" : "transcription";
}

/** Returns the model that results from an entry and the model that it changes. Throws ConfigError. */
function checked(entry: Entry, kind: EntryKind, before: object | undefined): z.infer<typeof mediaEntry> {
  const { file, path, value } = entry;
  const given = { ...before, ...(kind !== "media" && { kind }), ...value, ...bothOf(before, value) };
  const usual = kind === "media" ? { paidOnly: false } : {};
  const parsed = ENTRIES[kind].safeParse({ ...usual, ...given }, { reportInput: true });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const extra = issue?.code === "unrecognized_keys" ? [issue.keys[0] ?? ""] : [];
    throw file.refuse(
      [...path, ...((issue?.path ?? []) as (string | number)[]), ...extra],
      `${value.id}: ${issueSentence(issue ? [issue] : [])}`,
    );
  }
  if (kind !== "media") return parsed.data as never;
  const model = parsed.data as z.infer<typeof mediaEntry>;
  refuseOdd(entry, model);
  return { ...model, source: model.source ?? { page: file.name, date: "" } };
}

/** Throws ConfigError for a mistake that the schema cannot express. */
function refuseOdd({ file, path }: Entry, model: z.infer<typeof mediaEntry>): void {
  const refuse = (field: string, problem: string): ConfigError =>
    file.refuse([...path, field], `${model.id}: ${problem}.`);
  if (model.kind !== model.capabilities.kind)
    throw refuse("kind", `kind is ${model.kind}, capabilities.kind is ${model.capabilities.kind}`);
  const [able] = capabilityProblems(model.capabilities);
  if (able !== undefined) throw refuse("capabilities", able);
  const [price] = pricingProblems(model);
  if (price !== undefined) throw refuse("pricing", price);
  const fault = inputsProblem(model);
  if (fault !== null) throw file.refuse([...path, ...fault.path], `${model.id}: ${fault.problem}.`);
}

/**
 * Returns the capabilities of a model with those of an entry merged in one by one; an empty object if one of
 * the two has none. Every other field of an entry replaces the model's field as a whole.
 */
function bothOf(before: object | undefined, value: Entry["value"]): object {
  const { capabilities: old } = (before ?? {}) as { capabilities?: object };
  const { capabilities: fresh } = value;
  return old && typeof fresh === "object" && fresh !== null && !Array.isArray(fresh)
    ? { capabilities: { ...old, ...fresh } }
    : {};
}

function catalogOf(model: ProviderModel): ProviderModel {
  const { id, kind, displayName, providerModelId, paidOnly, pricing, capabilities } = model;
  return { id, kind, displayName, providerModelId, paidOnly, pricing, capabilities };
}
