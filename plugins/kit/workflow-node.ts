import type { Kind, Model } from "../../contracts/models.js";
import type { ContentAccess, StepOptions } from "./content-access.js";
import type { NodeValue, MediaType, PortType } from "./node-value.js";

export * from "./node-value.js";
export type { StepOptions } from "./content-access.js";

export interface InputPort {
  /** The types of values that may be connected. */
  types: readonly PortType[];
  /** True for a port that takes any number of edges, in their order. */
  isList?: boolean;
  /**
   * True for a port without which the node ends in `error`: it needs an edge, or a value of its `setting`.
   */
  isRequired?: boolean;
  /** The setting that stands in for the port; a connected value wins over it. */
  setting?: string;
  description: string;
}

export interface OutputPort {
  types: readonly PortType[];
  /**
   * A number N: an output called `branch` then stands for the ports `branch-1` to `branch-N`. Edges without a
   * handle take them one after the other.
   */
  branches?: number;
  /**
   * True for a port that may stay without a value. What depends on it is skipped then, which is no failure of
   * the run.
   */
  isOptional?: boolean;
  /** True for a port that only edges which name it take. */
  isNamedOnly?: boolean;
  description: string;
}

/** A field of a graph node's `data`. */
export interface NodeSetting {
  type: "string" | "number" | "boolean" | "strings";
  default?: string | number | boolean;
  /** The accepted values of a string. */
  values?: readonly string[];
  /** The least and the greatest value of a number. */
  min?: number;
  max?: number;
  /**
   * Set when the setting is the id of a catalog model of this kind, so that an editor can offer those models.
   */
  model?: Kind;
  description: string;
}

/** A generation that a node asks for: the body of `POST /v1/generations`. */
export interface GenerationRequest {
  model: string;
  params: Readonly<Record<string, unknown>>;
}

/** What an Application is run with: the body of `POST /v1/applications/:id/run`. */
export type ApplicationInputs = Readonly<Record<string, unknown>>;

/** A text that a node asks for. */
export interface TextStepRequest {
  /** A text model's id, or `auto`. */
  model: string;
  instructions: string;
  prompt: string;
  maxOutputTokens: number;
}

/** A transcription that a node asks for: the body of `POST /v1/transcriptions`. */
export interface TranscriptionRequest {
  storageId: string;
  /** The seconds of the recording, from its beginning, that are transcribed and billed. */
  durationSeconds: number;
  /** The spoken language as a BCP-47 tag; null means that it is to be detected. */
  language: string | null;
}

export interface TranscribedText {
  text: string;
  language: string | null;
  /** The subtitles as SubRip (srt). */
  subtitles: string;
}

/** A request that a node is going to pay for, to be priced before it runs. */
export type PaidRequest =
  | { generation: GenerationRequest }
  | { text: TextStepRequest }
  | { transcription: TranscriptionRequest };

/** A file that a node made. */
export interface MadeFile {
  /** The media type of an image, a video or a sound; the bytes must be a whole file of that kind. */
  contentType: string;
  /** The bytes; at most 64 MB. */
  body: Uint8Array;
  /** The name that the library shows; cut at 255 characters. */
  filename?: string;
}

export type NodeInputs = Readonly<Record<string, readonly NodeValue[]>>;
export type NodeSettings = Readonly<Record<string, unknown>>;

/** The inputs of a node's work. */
export interface NodeMaterial {
  /** The values by input port; a port without values has an empty list. */
  inputs: NodeInputs;
  /** The declared settings with their defaults; other fields of `data` are left out. */
  settings: NodeSettings;
  /** Resolves to a model of the catalog, or null. */
  findModel(id: string): Promise<Model | null>;
  /**
   * Resolves to the generation that a run of an Application asks for. Throws for an unknown one, and for
   * inputs that it does not take.
   */
  composeApplication(id: string, inputs: ApplicationInputs): Promise<GenerationRequest>;
}

export interface NodeContext extends NodeMaterial {
  /** The same each time that the node begins again. */
  idempotencyKey: string;
  /** Aborts when the run is stopped, the node's time is up, or the process gives the run away. */
  signal: AbortSignal;
  /**
   * Tells the progress of the node, from 0 to 1, as often as the node likes. It is stored at most once a
   * second, and shown with the node's result and in the events of the run until the node ends. Anything but
   * such a number is ignored.
   */
  progress(share: number): void;
  /**
   * Makes an ordinary generation job. Resolves to its results when it succeeded; throws its message when it
   * failed.
   */
  generate(request: GenerationRequest, options?: StepOptions): Promise<readonly NodeValue[]>;
  /**
   * Makes an ordinary transcription. Resolves to its text when it succeeded; throws its message when it
   * failed.
   */
  transcribe(request: TranscriptionRequest, options?: StepOptions): Promise<TranscribedText>;
  /** Has a text model write a text, which is billed by the tokens that it used. */
  text(request: TextStepRequest, options?: StepOptions): Promise<string>;
  /**
   * Stores a file that the node made as an object of the account that started the run, within its quota, and
   * links it to the run's project. Throws when it is no whole media file, or when the quota is used up.
   */
  store(file: MadeFile, options?: StepOptions): Promise<NodeValue>;
  /** The content of the run's project. */
  content: ContentAccess;
  /**
   * Does some work and stores its result, JSON of at most 64 KB, so that it is not done again when the node
   * begins again.
   */
  step<T>(work: () => Promise<T>, options?: StepOptions): Promise<T>;
  /** Resolves to the content type and a signed URL of a file that the run may read. */
  media(storageId: string): Promise<{ contentType: string; url: string }>;
}

/**
 * Extension point `workflowNode`: a type of node of workflows.
 *
 * - Throwing: an Error's message becomes the node's `detail`: write it for the person who made the workflow.
 * - Retrying: jobs and texts are retried by Kiln. `run` begins again from the start after a crash, or when the
 *   run was put aside during a long job; steps that it asked for give what they gave before, so it has to ask for the
 *   same steps in the same order. Whatever it does outside of steps is repeated.
 * - Canceling: `signal` aborts. What the node awaits through its context then never comes.
 */
export interface WorkflowNode {
  /** The name that a graph node's `type` has: letters and digits, such as `generateImage`. */
  type: string;
  /**
   * A number from 1. A graph node names its version in `version`; without it the node is of version 1, so
   * that saved graphs keep working.
   */
  version: number;
  title: string;
  description: string;
  inputs: Readonly<Record<string, InputPort>>;
  /** The first one that has a value is the node's `output`. */
  outputs: Readonly<Record<string, OutputPort>>;
  settings: Readonly<Record<string, NodeSetting>>;
  /**
   * The value that a run's `inputs` may give the node, and the field of `data` that it replaces for the run.
   */
  takes?: { value: "text"; field: string } | { value: "storageId"; field: string; kind: MediaType };
  /** True if the outputs follow from inputs and settings alone, at once and without steps. */
  isPure?: boolean;
  /**
   * True if the results depend on, or change, something outside of the run, so that no other run takes them
   * over (`reuse`).
   */
  isFresh?: boolean;
  /**
   * Returns the requests that `run` is going to pay for. In the inputs, a text that is not known yet is one
   * character, and media that are not made yet have an id that stands for any.
   */
  costs?(material: NodeMaterial): Promise<readonly PaidRequest[]>;
  /**
   * Set when `run` also causes costs that cannot be priced before: `always`, or with `onPublish` only where
   * the project has published content translated. An estimate names such a node, and an agent asks its person
   * before it runs one.
   */
  unpriced?: "always" | "onPublish";
  /** Does the node's work and resolves to the values of its output ports. */
  run(context: NodeContext): Promise<Readonly<Record<string, NodeValue | undefined>>>;
}

/** Returns the definition, with its type. The host checks it when it loads the plugin. */
export const defineNode = (definition: WorkflowNode): WorkflowNode => definition;

/** Returns the texts that came into a port. */
export const textsOf = (inputs: NodeInputs, port: string): string[] =>
  (inputs[port] ?? []).flatMap((value) => (value.type === "text" ? [value.text] : []));

/** Returns the ids of the media that came into a port. */
export const idsOf = (inputs: NodeInputs, port: string): string[] =>
  (inputs[port] ?? []).flatMap((value) => (value.type === "text" ? [] : [value.storageId]));

/** Returns a setting that is text; an empty text when it is absent or of another type. */
export function textSetting(settings: NodeSettings, field: string): string {
  const { [field]: value } = settings;
  return typeof value === "string" ? value : "";
}
