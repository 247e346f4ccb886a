import type { ApplicationSet } from "./applications.js";
import type { EdgeRoute } from "../../runtime/http/edge.js";
import type { GraphqlPlugin } from "./graphql-plugin.js";
import type { Mailer } from "./mailer.js";
import type { ModelProvider } from "./model-provider.js";
import type { PaymentGateway } from "./payment-gateway.js";
import type { Service } from "./service.js";
import type { StorageDriver } from "./storage-driver.js";
import type { TextModel } from "./text-model.js";
import type { Transcriber } from "./transcriber.js";
import type { UpstreamModel, UpstreamText, UpstreamTranscriber } from "./upstream/upstream-model.js";
import type { WorkflowNode } from "./workflow-node.js";

/** What a plugin is given when it is loaded: the environment, keys that are derived for it, and a log. */
export interface PluginHost {
  env: Readonly<Record<string, string | undefined>>;
  /** The public origin without a trailing slash. */
  baseUrl: string;
  dataDir: string;
  /** Returns a key of 32 bytes for a purpose, the same in every process of the deployment. */
  deriveKey(purpose: string): Buffer;
  log: { info(message: string): void; warn(message: string): void };
  /**
   * Returns the models of an upstream provider with the additions and changes of the operator's MODELS_DIR.
   */
  models?(provider: string, own: readonly UpstreamModel[]): readonly UpstreamModel[];
  /** Returns text models in the same way. */
  textModels?(provider: string, own: readonly UpstreamText[]): readonly UpstreamText[];
  /** Returns transcribers in the same way. */
  transcribers?(provider: string, own: readonly UpstreamTranscriber[]): readonly UpstreamTranscriber[];
}

/** The extension points, and the type of a driver of each. */
export interface PluginPoints {
  modelProvider: ModelProvider;
  /** Opens the driver of a `STORAGE_URL` scheme; `edge` are raw routes that the driver serves itself. */
  storageDriver: {
    scheme: string;
    open(url: URL, host: PluginHost): Promise<{ driver: StorageDriver; edge?: readonly EdgeRoute[] }>;
  };
  paymentGateway: PaymentGateway;
  mailer: Mailer;
  textModel: TextModel;
  workflowNode: WorkflowNode;
  transcriber: Transcriber;
  applications: ApplicationSet;
  graphqlPlugin: GraphqlPlugin;
  service: Service;
}

export type PointName = keyof PluginPoints;

/** One driver, or a list of node types, text models or transcribers. */
type Given<P extends PointName> =
  | PluginPoints[P]
  | (P extends "workflowNode" | "textModel" | "transcriber" ? readonly PluginPoints[P][] : never);

export type Provides = {
  [P in PointName]?: Given<P> | ((host: PluginHost) => Given<P> | null | Promise<Given<P> | null>);
};

export interface PluginDefinition {
  /** A slug that is unique in a process. */
  name: string;
  version: string;
  /** Names of plugins that have to be loaded before this one. */
  requires?: readonly string[];
  /**
   * Drivers by extension point. A function is called each time that the plugin is loaded; null means not
   * configured here.
   */
  provides: Provides;
}

/** Returns the definition, with its type. The host checks it when it loads the plugin. */
export function definePlugin(definition: PluginDefinition): PluginDefinition {
  return definition;
}

/** Returns the definition of a plugin that is one service and nothing else. */
export function defineService({ version, ...service }: Service & { version: string }): PluginDefinition {
  return { name: service.name, version, provides: { service } };
}
