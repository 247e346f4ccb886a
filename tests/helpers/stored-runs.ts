import { NEVER } from "../../services/workflows/room/run-size.repository.js";
import type { Site } from "./open-site.js";

/**
 * Accounts for which another number is counted than their runs say, and runs that have ended, were not charged and count for
 * less than they store.
 */
export const wronglyCounted = (site: Site): Promise<unknown[]> =>
  site.query(
    `SELECT id, storedBytes FROM workflow_run_usage
      WHERE storedBytes <> (SELECT COALESCE(SUM(storedBytes), 0) FROM workflow_runs WHERE starterId = workflow_run_usage.id)
     UNION ALL
     SELECT id, storedBytes FROM workflow_runs
      WHERE status <> 'running' AND removableFrom < ${NEVER}
        AND storedBytes < (SELECT COALESCE(SUM(OCTET_LENGTH(outputs)), 0) FROM workflow_run_nodes WHERE runId = workflow_runs.id)
     UNION ALL
     SELECT id, storedBytes FROM workflow_runs WHERE storedBytes IS NULL`,
  );
