import { listProjectsForAgents as contract } from "../../../contracts/projects.js";
import { defineTool, LOOKS } from "../tool.js";

export const listProjects = defineTool({
  name: "list_projects",
  title: "List projects",
  description:
    "The projects that the account owns or contributes to, most recently updated first, with its role, the owner, and remainingCredits: what the owner, who pays for work in the project, can still spend. Pass a project's id as projectId to generate or list_assets to work in it. defaultProjectId is the account's own; work without projectId lands there and the account pays.",
  contract,
  input: contract.params,
  annotations: LOOKS,
  run: (call) => call.call(contract, {}),
});
