import type { AdminModel } from "../../contracts/catalog.js";
import type { InputLimit } from "../../contracts/input-limit.js";
import type { Model } from "../../contracts/models.js";
import type { Host } from "../../runtime/process/host.js";
import { applyOverride } from "./apply-override.js";
import { checkPricing } from "./check-pricing.js";
import { declaredInputLimits, declaredModels } from "./declared-models.js";
import { findOverrides } from "./override.repository.js";

const RELOAD_MS = 1000;

/** State of the catalog at one moment. It is never changed, so that answers made from it can be cached. */
export interface Snapshot {
  models: ReadonlyMap<string, Model>;
  overrides: ReadonlyMap<string, AdminModel["overrides"]>;
  /** What models take of a job's files, by their ids. */
  inputLimits: ReadonlyMap<string, InputLimit>;
  /** Kinds of jobs that some process works on, as `kind@provider`. */
  workers: ReadonlySet<string>;
}

/**
 * The union of the models that the running providers declare, with the operator's overrides (rules/models 1).
 * It is rebuilt when either changes: at once in the process that changed it, on a signal in the others, and
 * every second in case the signal was lost.
 */
export class Catalog {
  /** Current state, which only `reload` replaces, as a whole. */
  snapshot: Snapshot = {
    models: new Map(),
    overrides: new Map(),
    inputLimits: new Map(),
    workers: new Set(),
  };
  readonly #host: Host;
  #fingerprint = "";
  #timer: NodeJS.Timeout | undefined;
  #isWanted = false;
  #reloading: Promise<void> | null = null;
  #unsubscribe: (() => void) | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  async start(): Promise<void> {
    await this.reload();
    const soon = () => this.#reloadSoon();
    const stops = [this.#host.signals.on("catalog.changed", soon), this.#host.plugins.onChange(soon)];
    this.#unsubscribe = () => stops.forEach((stop) => stop());
    this.#timer = setInterval(soon, RELOAD_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#unsubscribe?.();
    this.#isWanted = false;
    await this.#reloading;
  }

  /**
   * Reloads soon. Signals come in bunches: one reload runs at a time, and one more follows for those that
   * came meanwhile.
   */
  #reloadSoon(): void {
    this.#isWanted = true;
    this.#reloading ??= this.#reloadWhileWanted().finally(() => (this.#reloading = null));
  }

  async #reloadWhileWanted(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      await this.reload().catch((error: unknown) =>
        this.#host.log.warn({ err: error }, "the catalog could not be reloaded"),
      );
    }
  }

  async reload(): Promise<void> {
    const rows = await findOverrides(this.#host.read);
    const declared = declaredModels(this.#host);
    const inputLimits = declaredInputLimits(this.#host, declared);
    const fingerprint = JSON.stringify([rows, declared, [...inputLimits]]);
    if (fingerprint === this.#fingerprint) return;
    const overrides = new Map(
      rows.map(({ id, enabled, pricing, paidOnly }) => [id, { enabled, pricing, paidOnly }]),
    );
    const models = new Map<string, Model>();
    for (const own of declared) {
      const override = overrides.get(own.id);
      const changed = override ? applyOverride(own, override) : own;
      // A provider's new version may leave behind an override that does not price it any more.
      const problems = checkPricing(changed);
      if (problems.length > 0)
        this.#host.log.warn(
          { model: own.id, problems },
          "an operator's pricing does not fit the model; the plugin's own serves",
        );
      models.set(own.id, problems.length > 0 ? { ...changed, pricing: own.pricing } : changed);
    }
    this.snapshot = {
      models,
      overrides,
      inputLimits,
      workers: new Set(declared.map(({ kind, provider }) => `${kind}@${provider}`)),
    };
    this.#fingerprint = fingerprint;
  }
}
