import type { PluginDefinition, PluginHost } from "../../plugins/kit/define-plugin.js";
import type { Service } from "../../plugins/kit/service.js";
import { reasonOf } from "../errors/reason-of.js";
import type { Logger } from "../process/log.js";
import type { ModelClaims } from "./model-claims.js";
import { inPlugin, ownRoot, type PluginContext } from "./plugin-context.js";
import {
  type ChangeProvider,
  closeDrivers,
  MissingPlugin,
  openDrivers,
  readDefinition,
  TakenModel,
  ClaimsWait,
} from "./read-plugin.js";
import { type LoadedPlugin, toldOf } from "./plugin-list.js";
import type { PluginRegistry, Provided } from "./registry.js";
import { MigrationsWait } from "./services/migrate-service.js";
import { isInfrastructure, watchedContext } from "./uncaught.js";

export interface VersionLoaderOptions {
  /** The plugin names to which `SERVICES` narrows this process (see `isInfrastructure`); null loads all. */
  only: ReadonlySet<string> | null;
  host: PluginHost;
  log: Logger;
  /** Applies the changes of MODELS_DIR to a provider. */
  changed?: ChangeProvider;
  /** Prepares what a service needs before it can serve: its tables. */
  prepare?: (service: Service) => Promise<Service>;
  /**
   * The milliseconds that the import of a plugin, and then the opening of its drivers, may take. A slow
   * plugin would delay all others.
   */
  patienceMs?: number;
}

/** The `file` of built-in plugins. */
export const BUILT_IN = "built in";
const PATIENCE_MS = 30_000;

/** The errors that may pass without an edit of the plugin. */
const WAITING = [TakenModel, ClaimsWait, MigrationsWait];

/** The result of loading a version. */
export interface Outcome {
  /** The name under which the plugin is listed; null if it has none yet, and is listed by its entry's label. */
  name: string | null;
  /** The name of the plugin that this one waits for. */
  lacks: string | null;
  /**
   * True if the failure may pass without an edit: a model id belongs to another provider, the database does
   * not take the claims, or migrations wait for the database or for another process.
   */
  isWaiting?: boolean;
}

/** The source of a version. */
export interface Origin {
  /** The name under which the entry's plugin was listed before; null if it had none. */
  known: string | null;
  /** The name under which the entry is listed while its plugin has none (rules/operations 15). */
  label: string;
  root: string;
  /** True if the same version was refused before for a reason that may pass. */
  isAgain?: boolean;
  /** Throws if another plugin has the name. */
  refuse(name: string): void;
}

/** Loads one version of a plugin into the registry. If a version fails, the one before it goes on serving. */
export class VersionLoader {
  readonly #registry: PluginRegistry;
  readonly #claims: Pick<ModelClaims, "claim"> | null;
  readonly #options: VersionLoaderOptions;
  #isStopped = false;

  constructor(
    registry: PluginRegistry,
    claims: Pick<ModelClaims, "claim"> | null,
    options: VersionLoaderOptions,
  ) {
    this.#registry = registry;
    this.#claims = claims;
    this.#options = options;
  }

  /** Lets no further version begin to serve; versions that are being loaded fail. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Loads a version. If that fails, the outcome has the name that the plugin had before, if it had one. */
  async load(
    file: string,
    load: () => Promise<unknown>,
    { known, label, root, isAgain = false, refuse }: Origin,
  ): Promise<Outcome> {
    const { only, log } = this.#options;
    let name = known;
    let definition: PluginDefinition | null = null;
    const context = watchedContext(
      this.#registry,
      log,
      { name: label, root },
      () => definition === null || !isInfrastructure(definition),
    );
    const before = ownRoot(context);
    try {
      definition = await inPlugin(context, async () => readDefinition(await this.#inTime(load(), () => {})));
      const { version } = definition;
      refuse(definition.name);
      context.name = definition.name;
      name ??= definition.name;
      if (only !== null && !only.has(definition.name) && !isInfrastructure(definition)) {
        this.#swap({ name: definition.name, version, file, status: "off", error: null }, [], name, context);
        return { name: definition.name, lacks: null };
      }
      const provided = await this.#open(definition, context);
      await this.#claim(name, file, provided);
      await this.#prepare(provided, context, [definition.name, name]);
      const status = provided.length > 0 ? "loaded" : "off";
      this.#swap({ name: definition.name, version, file, status, error: null }, provided, name, context);
      if (file !== BUILT_IN) log.info(`The plugin ${definition.name} ${version} is loaded.`);
      return { name: definition.name, lacks: null };
    } catch (error) {
      const isWaiting = WAITING.some((kind) => error instanceof kind);
      // The version is tried again at each look, so the same failure is noted only once.
      if (!(isWaiting && isAgain)) this.#noteFailure(name ?? label, file, error);
      // The version that goes on serving may be known by its path alone, too.
      if (before !== null && this.#registry.versionOf(before) !== null) ownRoot(before);
      return { name, lacks: error instanceof MissingPlugin ? error.needed : null, isWaiting };
    }
  }

  #open(definition: PluginDefinition, context: PluginContext): Promise<Provided[]> {
    const work = inPlugin(context, () =>
      openDrivers(definition, this.#options.host, this.#registry, this.#options.changed),
    );
    return this.#inTime(work, (late) => void closeDrivers(late));
  }

  /**
   * Claims the models. Throws TakenModel if one is another provider's and ClaimsWait if the database does not
   * take the claims, and closes the drivers then.
   */
  async #claim(former: string, file: string, provided: readonly Provided[]): Promise<void> {
    for (const each of provided) {
      if (each.point !== "modelProvider" || this.#claims === null) continue;
      const { id, models } = each.driver;
      try {
        const refused = await this.#claims.claim({
          provider: id,
          models: models.map((model) => model.id),
          former: this.#registry.of(former, "modelProvider").map((provider) => provider.id),
          isBuiltIn: file === BUILT_IN,
        });
        if (refused !== null) throw new TakenModel(refused);
      } catch (error) {
        await closeDrivers(provided);
        throw error instanceof TakenModel ? error : new ClaimsWait(id, error);
      }
    }
  }

  /** Runs the services' migrations. If they fail, it closes the version's drivers and throws. */
  async #prepare(provided: Provided[], context: PluginContext, own: readonly string[]): Promise<void> {
    const { prepare } = this.#options;
    for (const each of provided) {
      if (each.point !== "service" || prepare === undefined) continue;
      const { driver } = each;
      try {
        // A service that another plugin provides is refused before any table is changed.
        const holder = this.#registry.holderOf("service", driver.name);
        if (holder !== null && !own.includes(holder))
          throw new Error(`The plugin ${holder} provides service "${driver.name}" already.`);
        each.driver = await inPlugin(context, () => prepare(driver));
      } catch (error) {
        await closeDrivers(provided);
        throw error;
      }
    }
  }

  #swap(plugin: LoadedPlugin, provided: readonly Provided[], former: string, context: PluginContext): void {
    try {
      if (this.#isStopped) throw new Error("The process stops.");
      this.#registry.swap(plugin, provided, former, context);
    } catch (error) {
      void closeDrivers(provided);
      throw error;
    }
  }

  #noteFailure(name: string, file: string, error: unknown): void {
    const message = toldOf(reasonOf(error));
    this.#options.log.error({ file, plugin: name }, `A plugin was not loaded: ${message}`);
    this.#registry.refuse(name, file, message);
  }

  /** Rejects when the work takes too long; `late` then receives a result that still comes. */
  async #inTime<T>(work: Promise<T>, late: (given: T) => void): Promise<T> {
    const { patienceMs = PATIENCE_MS } = this.#options;
    const { promise: over, reject } = Promise.withResolvers<never>();
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      reject(new Error(`It did not start within ${patienceMs / 1000} s.`));
    }, patienceMs);
    work.then((given) => isOver && late(given)).catch(() => {});
    return Promise.race([work, over]).finally(() => clearTimeout(timer));
  }
}
