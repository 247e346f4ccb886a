import type { Contract } from "../../../contracts/contract.js";
import type { Service } from "../../../plugins/kit/service.js";
import type { Database } from "../../database/database.js";
import { migrateService } from "./migrate-service.js";
import { readContract } from "./read-contract.js";
import { openServiceDatabase, type ServiceDatabase } from "./service-database.js";

/** A service whose migrations have run, so that it can replace the version before it in one step. */
export interface PreparedService extends Service {
  database: ServiceDatabase;
  contracts: readonly Contract[];
}

/** Runs a service's pending migrations and reads its contracts. Throws as `migrateService` does. */
export async function prepareService(service: Service, database: Database): Promise<PreparedService> {
  const { name, actions, entities = [], migrations = [] } = service;
  const opened = await openServiceDatabase(database, entities);
  await migrateService(service, database);
  return {
    name,
    actions,
    entities,
    migrations,
    contracts: actions.map(({ contract }) => readContract(name, contract)),
    database: opened,
    // `close` is called on the service itself, because private fields need that.
    close: async () => service.close?.(),
  };
}
