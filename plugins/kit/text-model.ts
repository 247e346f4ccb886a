/** What a text model bills, in credits (rules/billing 6). */
export interface TokenPrice {
  input: number;
  output: number;
}

export interface TextUsage {
  inputTokens: number;
  outputTokens: number;
}

export interface TextRequest {
  /** The same for every attempt: send it upstream as the idempotency key. */
  id: string;
  /** What the model is to be and do. */
  instructions: string;
  prompt: string;
  /** At most this many tokens come back. */
  maxOutputTokens: number;
  /** JSON Schema of the answer; the text is then JSON of that shape. */
  schema?: Readonly<Record<string, unknown>>;
}

export interface TextAnswer {
  text: string;
  usage: TextUsage;
}

export interface TranslationRequest {
  /** The same for every attempt. */
  id: string;
  sourceLocale: string;
  targetLocale: string;
  /** The project's tone of voice; empty: none. */
  brief: string;
  /** What to translate, each text by itself but read in this order. Keys come back as they are. */
  segments: Readonly<Record<string, string>>;
}

export interface TranslationAnswer {
  /** The translations under the keys of the request; a missing or an empty one counts as not translated. */
  segments: Readonly<Record<string, string>>;
  usage: TextUsage;
}

export interface TextContext {
  /** Aborts when the work is canceled or the process drains. */
  signal: AbortSignal;
}

/**
 * Extension point `textModel`: writes and translates text. Throwing ProviderError classifies the failure;
 * anything else counts as `unknown`, not retryable. A model tries once: retries and money belong to Kiln.
 */
export interface TextModel {
  /** Slug; what `model` names. */
  id: string;
  displayName: string;
  creditsPerThousandTokens: TokenPrice;
  /** The most that one answer may hold. */
  maxOutputTokens: number;
  /** No fewer tokens than the text has: the hold is computed from it, before the call. */
  countTokens(text: string): number;
  generate(request: TextRequest, context: TextContext): Promise<TextAnswer>;
  /** One call for a language. Models without an own way use `translateByPrompt` of the kit. */
  translate(request: TranslationRequest, context: TextContext): Promise<TranslationAnswer>;
  /**
   * Called once, after the last call has ended and all that it gave to read: when another version takes its place, when
   * the plugin is removed, when the process stops. What it throws is logged.
   */
  close?(): Promise<void>;
}
