import { uuid } from "../../contracts/ids.js";
import { listProjects } from "../../contracts/projects.js";
import type { ToolCall } from "./tool.js";

/** The input `projectId` of the content tools. */
export const projectParam = uuid()
  .nullish()
  .describe("A project from list_projects; left out: the account's default project.");

/** Returns the project that a content tool works in. */
export async function projectOf(call: ToolCall, projectId: string | null | undefined): Promise<string> {
  return projectId ?? (await call.call(listProjects, {})).defaultProjectId;
}
