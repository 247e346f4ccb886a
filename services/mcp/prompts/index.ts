import { invalidParams } from "../../../contracts/errors.js";
import type { Agent, Caller } from "../agent.js";
import { captionedPost } from "./captioned-post.js";
import { heroPicture } from "./hero-picture.js";
import { localizeProject } from "./localize-project.js";
import { type Prompt, type PromptArgument, type PromptMessage } from "./prompt.js";
import { reviewDraft } from "./review-draft.js";

export const PROMPTS: readonly Prompt[] = [heroPicture, localizeProject, reviewDraft, captionedPost];

/** Returns the prompts whose every tool the credential is offered. */
const offered = ({ offered: tools }: Agent): Prompt[] =>
  PROMPTS.filter((prompt) => prompt.tools.every((tool) => tools.has(tool)));

export interface PromptListing {
  [key: string]: unknown;
  name: string;
  title: string;
  description: string;
  arguments: PromptArgument[];
}

export const promptListings = (agent: Agent): PromptListing[] =>
  offered(agent).map(({ name, title, description, arguments: taken }) => ({
    name,
    title,
    description,
    arguments: [...taken],
  }));

/**
 * Returns a prompt's messages. Throws `invalid_params` for a prompt that is not offered, and for unknown or
 * missing arguments.
 */
export async function promptMessages(
  agent: Agent,
  name: string,
  given: Readonly<Record<string, string>>,
  caller: Caller,
): Promise<{ description: string; messages: PromptMessage[] }> {
  const prompt = offered(agent).find((each) => each.name === name);
  if (prompt === undefined) throw invalidParams(`Unknown prompt: ${name.slice(0, 100)}`);
  const known = prompt.arguments.map((argument) => argument.name);
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw invalidParams(`${name} takes no ${unknown.slice(0, 100)}; it takes ${known.join(", ")}.`);
  const missing = prompt.arguments.find((argument) => argument.required && !given[argument.name]);
  if (missing !== undefined) throw invalidParams(`${name} needs ${missing.name}. ${missing.description}`);
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
  return {
    description: prompt.description,
    messages: await prompt.messages(agent.callOf(`prompt ${name}`, caller), filled),
  };
}
