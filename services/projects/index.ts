/**
 * Exports for the transactions and reads of other areas. The lock order is the balance's row, then the
 * project's, then the job's. Everything else is an action.
 */
export { requireSeen } from "./projects.policy.js";
export {
  findDefaultProject,
  findProject,
  isSeen,
  payerOfWork,
  type ProjectSeen,
  projectsSeenBy,
  rolesIn,
  seenBy,
  SEES_PROJECT,
  seersOf,
  seeProject,
} from "./project-seen.repository.js";
export { joinProject, liveProject } from "./work-in-project.js";
export { isInvited, lockProjectsOf } from "./project.repository.js";
export { makeDefaultProject } from "./create-project.js";
