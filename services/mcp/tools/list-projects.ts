import { listProjectsForAgents as contract } from "../../../contracts/projects.js";
import { defineTool, LOOKS } from "../tool.js";

export const listProjects = defineTool({
  name: "list_projects",
  title: "List projects",
  description:
    "The projects that the account owns or contributes to, most recently updated first, with its role, the owner, and remainingCredits: what the owner, from whose credits work in the project is taken, can still spend. Pass a project's id as projectId to generate or list_assets to work in it. defaultProjectId is the account's own; work without projectId lands there and takes the account's own credits.",
  contract,
  input: contract.params,
  list: { rows: "projects" },
  annotations: LOOKS,
  run: (call) => call.call(contract, {}),
});
