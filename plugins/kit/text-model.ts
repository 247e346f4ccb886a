/** Prices of a text model in credits. */
export interface TokenPrice {
  input: number;
  output: number;
}

export interface TextUsage {
  inputTokens: number;
  outputTokens: number;
}

export interface TextRequest {
  /** The same for every attempt; send it upstream as the idempotency key. */
  id: string;
  /** The role and the task of the model; may be empty. */
  instructions: string;
  prompt: string;
  /** The most tokens that the answer may have. */
  maxOutputTokens: number;
  /** The JSON Schema of the answer, if the text is to be JSON of that shape. */
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
  /** The project's tone of voice; empty when it has none. */
  brief: string;
  /** The texts to translate by their keys. They are translated one by one and read in this order. */
  segments: Readonly<Record<string, string>>;
}

export interface TranslationAnswer {
  /** The translations by the keys of the request; a missing or empty one counts as not translated. */
  segments: Readonly<Record<string, string>>;
  usage: TextUsage;
}

export interface TextContext {
  /** Aborts when the work is canceled, the process drains, or the call takes too long. */
  signal: AbortSignal;
}

/**
 * Extension point `textModel`: writes and translates text. A ProviderError that it throws classifies the
 * failure; any other error counts as `unknown`, not retryable. A model tries once: retries and credits are
 * Kiln's.
 */
export interface TextModel {
  /** A slug, which a request's `model` names; not `auto`. */
  id: string;
  displayName: string;
  creditsPerThousandTokens: TokenPrice;
  /** The most tokens that one answer may have. */
  maxOutputTokens: number;
  /**
   * Returns a number of tokens that is not below what the text has. The hold is computed from it
   * (rules/billing 6).
   */
  countTokens(text: string): number;
  generate(request: TextRequest, context: TextContext): Promise<TextAnswer>;
  /**
   * Translates into one language by one call. A model that only writes uses `translateByPrompt` of the kit.
   */
  translate(request: TranslationRequest, context: TextContext): Promise<TranslationAnswer>;
  /**
   * Frees what the driver uses. Kiln calls it once, after the last call and the streams that it returned have
   * ended: when another version takes the driver's place, when the plugin is removed or switched off, when
   * the process stops. What it throws is logged.
   */
  close?(): Promise<void>;
}
