import type { Kind, Model } from "../../contracts/models.js";
import type { ContentAccess, StepOptions } from "./content-access.js";
import type { NodeValue, MediaType, PortType } from "./node-value.js";

export interface InputPort {
  /** What may be connected. */
  types: readonly PortType[];
  /** Takes any number of edges, in their order. */
  isList?: boolean;
  /** The node ends in `error` when nothing comes in and no setting stands in. */
  isRequired?: boolean;
  /** The setting that a connected value wins over. */
  setting?: string;
  description: string;
}

export interface OutputPort {
  types: readonly PortType[];
  /** `branch` stands for the ports `branch-1` to `branch-N`; edges without a handle take one after the other. */
  branches?: number;
  /** May stay without a value: then what it feeds is skipped, and that is no failure of the run. */
  isOptional?: boolean;
  /** Taken only by edges that name it. */
  isNamedOnly?: boolean;
  description: string;
}

/** A field of a graph node's `data`. */
export interface NodeSetting {
  type: "string" | "number" | "boolean" | "strings";
  default?: string | number | boolean;
  /** Accepted values of a string. */
  values?: readonly string[];
  /** Bounds of a number. */
  min?: number;
  max?: number;
  /** It is the id of a catalog model of this kind: an editor offers those. */
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
  /** How much of the recording is transcribed and billed, from its beginning. */
  durationSeconds: number;
  /** What is spoken, as BCP-47; null: it is detected. */
  language: string | null;
}

export interface TranscribedText {
  text: string;
  language: string | null;
  /** As SubRip (srt). */
  subtitles: string;
}

/** What a node is going to pay for, to be priced before. */
export type PaidRequest =
  | { generation: GenerationRequest }
  | { text: TextStepRequest }
  | { transcription: TranscriptionRequest };

/** A file that a node made. */
export interface MadeFile {
  /** A media type of an image, a video or a sound; the bytes have to be of that kind. */
  contentType: string;
  /** At most 64 MB. */
  body: Uint8Array;
  /** What the library shows; cut at 255 characters. */
  filename?: string;
}

export type NodeInputs = Readonly<Record<string, readonly NodeValue[]>>;
export type NodeSettings = Readonly<Record<string, unknown>>;

/** What a node computes from. */
export interface NodeMaterial {
  /** By port; a port without values has an empty list. */
  inputs: NodeInputs;
  /** By the declaration: defaults are filled in, other fields of `data` left out. */
  settings: NodeSettings;
  /** A model of the catalog, or null. */
  findModel(id: string): Promise<Model | null>;
  /** The generation that a run of an Application is. Throws for an unknown one, and for what it does not take. */
  composeApplication(id: string, inputs: ApplicationInputs): Promise<GenerationRequest>;
}

export interface NodeContext extends NodeMaterial {
  /** The same whenever the node begins again. */
  idempotencyKey: string;
  /** Aborts when the run is stopped, the time is up, or the process gives the run away. */
  signal: AbortSignal;
  /**
   * Tells how far the node is, from 0 to 1, as often as it likes. Shown once a second with the node's result and in the events
   * of the run, until the node ends. It is a hint: anything else than such a number is not heard.
   */
  progress(share: number): void;
  /** An ordinary generation job; gives its results once it succeeded, throws with its message when it failed. */
  generate(request: GenerationRequest, options?: StepOptions): Promise<readonly NodeValue[]>;
  /** An ordinary transcription; gives what was said once it succeeded, throws with its message when it failed. */
  transcribe(request: TranscriptionRequest, options?: StepOptions): Promise<TranscribedText>;
  /** A text by a text model, billed by what it used. */
  text(request: TextStepRequest, options?: StepOptions): Promise<string>;
  /**
   * Keeps a file that the node made: an object of who started the run, counted in their storage, and of the run's project.
   * Throws when it is no media, or when their storage is full.
   */
  store(file: MadeFile, options?: StepOptions): Promise<NodeValue>;
  /** The content of the run's project. */
  content: ContentAccess;
  /** Remembers what the work gives: it is not done again when the node begins again. JSON of at most 64 KB. */
  step<T>(work: () => Promise<T>, options?: StepOptions): Promise<T>;
  /** The kind, size and a signed URL of a file that the run may read. */
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
  /** What a graph node's `type` names: letters and digits, as in `generateImage`. */
  type: string;
  /** From 1. A graph node names its own in `version`; without one it is version 1, so that saved graphs keep working. */
  version: number;
  title: string;
  description: string;
  inputs: Readonly<Record<string, InputPort>>;
  /** The first one that has a value is the node's `output`. */
  outputs: Readonly<Record<string, OutputPort>>;
  settings: Readonly<Record<string, NodeSetting>>;
  /** What a run's `inputs` may give it, and the field of `data` that this stands in for. */
  takes?: { value: "text"; field: string } | { value: "storageId"; field: string; kind: MediaType };
  /** The outputs follow from inputs and settings alone, without steps, at once. */
  isPure?: boolean;
  /** The results hang on, or change, what lies outside of the run: no other run takes them over (`reuse`). */
  isFresh?: boolean;
  /** What `run` is going to pay for. Texts that are not known yet come as one letter, media as an id that stands for any. */
  costs?(material: NodeMaterial): Promise<readonly PaidRequest[]>;
  /**
   * `run` also causes what is paid for and priced by nobody before: `always`, or with `onPublish` where the project has
   * translated what is published. An estimate names such a node, and an agent asks its person before it runs one.
   */
  unpriced?: "always" | "onPublish";
  /** The values of its output ports. */
  run(context: NodeContext): Promise<Readonly<Record<string, NodeValue | undefined>>>;
}

/** Gives the definition its type; the host checks it when it loads the plugin. */
export const defineNode = (definition: WorkflowNode): WorkflowNode => definition;

/** The texts of a port. */
export const textsOf = (inputs: NodeInputs, port: string): string[] =>
  (inputs[port] ?? []).flatMap((value) => (value.type === "text" ? [value.text] : []));

/** The ids of a port's media. */
export const idsOf = (inputs: NodeInputs, port: string): string[] =>
  (inputs[port] ?? []).flatMap((value) => (value.type === "text" ? [] : [value.storageId]));

/** A setting that is text; empty when it is absent. */
export function textSetting(settings: NodeSettings, field: string): string {
  const { [field]: value } = settings;
  return typeof value === "string" ? value : "";
}
