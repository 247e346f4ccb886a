import type { ToolCall } from "../tool.js";

export interface PromptArgument {
  [key: string]: unknown;
  name: string;
  description: string;
  required: boolean;
}

export interface PromptMessage {
  [key: string]: unknown;
  role: "user";
  content:
    | { type: "text"; text: string }
    | { type: "resource"; resource: { uri: string; mimeType: string; text: string } };
}

/** A prompt that a person starts by name in their client; it is offered when all tools of its steps are. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  tools: readonly string[];
  /**
   * Writes the messages; `given` has every required argument. Throws a ServiceError for a thing that does not
   * exist.
   */
  messages(call: ToolCall, given: Readonly<Record<string, string>>): Promise<PromptMessage[]>;
}

export const said = (text: string): PromptMessage => ({ role: "user", content: { type: "text", text } });

export const steps = (...lines: string[]): string => lines.map((line, at) => `${at + 1}. ${line}`).join("\n");
