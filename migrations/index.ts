import { Foundation1795219200000 } from "./20261121-foundation.js";
import { Projects1795305600000 } from "./20261122-projects.js";
import { Content1795392000000 } from "./20261123-content.js";
import { ContentServices1795392060000 } from "./20261123-content-services.js";
import { PublishedObjects1795309200000 } from "./20261122-published-objects.js";
import { DocumentWalk1795564800000 } from "./20261125-document-walk.js";
import { ChangeFiles1795651200000 } from "./20261126-change-files.js";
import { TaskRerun1795478400000 } from "./20261124-task-rerun.js";

/** In the order in which they run. */
export const MIGRATIONS = [
  Foundation1795219200000,
  Projects1795305600000,
  PublishedObjects1795309200000,
  Content1795392000000,
  ContentServices1795392060000,
  TaskRerun1795478400000,
  DocumentWalk1795564800000,
  ChangeFiles1795651200000,
];
