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

/** What a plugin is given when it starts: its settings from the environment, and keys derived for it. */
export interface PluginHost {
  env: Readonly<Record<string, string | undefined>>;
  /** Public origin without a trailing slash. */
  baseUrl: string;
  dataDir: string;
  /** 32 bytes, the same in every process of the deployment, one for each purpose. */
  deriveKey(purpose: string): Buffer;
  log: { info(message: string): void; warn(message: string): void };
  /** The models of an upstream provider, with what the operator's MODELS_DIR adds and overrides. */
  models?(provider: string, own: readonly UpstreamModel[]): readonly UpstreamModel[];
  /** The same of text models. */
  textModels?(provider: string, own: readonly UpstreamText[]): readonly UpstreamText[];
  /** The same of transcribers. */
  transcribers?(provider: string, own: readonly UpstreamTranscriber[]): readonly UpstreamTranscriber[];
}

/** Every extension point and what a driver of it looks like. */
export interface PluginPoints {
  modelProvider: ModelProvider;
  /** Makes the driver of a `STORAGE_URL` scheme; `edge` are raw routes that it serves itself. */
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

/** One driver; of node types, text models and transcribers also several. */
type Given<P extends PointName> =
  | PluginPoints[P]
  | (P extends "workflowNode" | "textModel" | "transcriber" ? readonly PluginPoints[P][] : never);

export type Provides = {
  [P in PointName]?: Given<P> | ((host: PluginHost) => Given<P> | null | Promise<Given<P> | null>);
};

export interface PluginDefinition {
  /** Slug, unique in a process. */
  name: string;
  version: string;
  /** Names of plugins that have to be loaded before this one. */
  requires?: readonly string[];
  /** A function is called once at start with the host; null means: not configured here. */
  provides: Provides;
}

/** Gives the definition its type; the host checks it when it loads the plugin. */
export function definePlugin(definition: PluginDefinition): PluginDefinition {
  return definition;
}

/** A plugin that is one service and nothing else. */
export function defineService({ version, ...service }: Service & { version: string }): PluginDefinition {
  return { name: service.name, version, provides: { service } };
}
