import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathNames } from "../../../contracts/contract.js";
import { ServiceError } from "../../../contracts/errors.js";
import type { Database } from "../../../runtime/database/database.js";
import { serviceProblem } from "../../../runtime/plugins/services/check-service.js";
import { migrateService } from "../../../runtime/plugins/services/migrate-service.js";
import { type PreparedService, prepareService } from "../../../runtime/plugins/services/prepare-service.js";
import {
  forgetMigrations,
  openRehearsalDatabase,
  tablesProblem,
} from "../../../runtime/plugins/services/rehearsal-database.js";
import type { Service } from "../service.js";
import { checkClose, closeUnchecked } from "./check-close.js";
import { type ConformanceCheck, type ConformanceReport, fromProblems, fromRun } from "./report.js";
import { unboundedParams } from "./service-bounds.js";
import { rehearse, type Rehearsal } from "./service-rehearsal.js";

/**
 * The conformance suite of the extension point `service`: checks the declaration, the migrations on an empty
 * embedded database of their own, and the actions by their examples. Calls of Kiln's own contracts are
 * refused as `not_found`. At the end it closes the service, also when its declaration or a migration is wrong.
 */
export async function checkService(
  service: Service,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<ConformanceReport> {
  const problem = serviceProblem(service);
  const declaration = fromProblems("the declaration is sound", problem === null ? [] : [problem]);
  if (problem !== null) {
    await closeUnchecked(service);
    return [declaration];
  }
  const bounds = fromProblems("texts and lists that callers send have bounds", unboundedParams(service));
  const dataDir = await mkdtemp(join(tmpdir(), "kiln-service-"));
  const database = await openRehearsalDatabase(dataDir);
  try {
    return [declaration, bounds, ...(await checkAtWork(service, database, env))];
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function checkAtWork(
  service: Service,
  database: Database,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ConformanceCheck[]> {
  let prepared: PreparedService | undefined;
  const migrated = await fromRun("its migrations run on an empty database", async () => {
    prepared = await prepareService(service, database);
    return `${service.migrations?.length ?? 0} of them`;
  });
  if (prepared === undefined) return [migrated, await checkClose(service)];
  const again = await fromRun("its migrations may run again from their beginning", async () => {
    if ((service.migrations ?? []).length === 0) return "there are none";
    await forgetMigrations(service.name, database);
    await migrateService(service, database);
    return "as after a crash";
  });
  const tables = await fromRun("its tables have the columns of its entities", async () => {
    const problem = await tablesProblem(service, database);
    if (problem !== null) throw new Error(problem);
    return `${(service.entities ?? []).length} of them`;
  });
  const rehearsal = rehearse(prepared, env);
  const checks: ConformanceCheck[] = [];
  for (const { contract, example } of service.actions) {
    if (example !== undefined) checks.push(...(await checkExample(rehearsal, contract, example)));
    checks.push(...(await checkStrangeIds(rehearsal, contract, example)));
  }
  return [migrated, again, tables, ...checks, await checkClose(service)];
}

type Declared = Service["actions"][number]["contract"];

async function checkExample(
  rehearsal: Rehearsal,
  contract: Declared,
  example: object,
): Promise<ConformanceCheck[]> {
  const key = randomUUID();
  const done = await fromRun(`${contract.name} answers its example`, async () => {
    await rehearsal.call(contract.name, example, contract.idempotent === true ? key : null);
    return "as its result says";
  });
  if (contract.idempotent !== true || !done.ok) return [done];
  const repeated = await fromRun(
    `${contract.name} gives the same again for the same Idempotency-Key`,
    async () => {
      await rehearsal.call(contract.name, example, key);
      if (!rehearsal.isRecorded()) throw new Error("its handler never called tx.made(id)");
      return "by its replay";
    },
  );
  return [done, repeated];
}

/** Checks that ids which nobody has in the path lead to an answer or a refusal, and not to a fault. */
async function checkStrangeIds(
  rehearsal: Rehearsal,
  contract: Declared,
  example: object | undefined,
): Promise<ConformanceCheck[]> {
  const names = pathNames(contract.rest.path);
  if (names.length === 0) return [];
  const strange = Object.fromEntries(names.map((name) => [name, randomUUID()]));
  return [
    await fromRun(`${contract.name} takes ids that nobody has`, async () => {
      try {
        await rehearsal.call(contract.name, { ...example, ...strange }, null);
        return "and answers";
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code === "internal") throw error;
        return `${error.code}: ${error.message}`;
      }
    }),
  ];
}
