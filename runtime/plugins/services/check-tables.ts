import { z } from "zod";
import type { ServiceEntity, ServiceMigration } from "../../../plugins/kit/service-data.js";
import { issueSentence } from "../../actions/issue-sentence.js";

/** Returns the prefix of a service's tables. */
export const tablePrefix = (service: string): string => `x_${service}_`;
/** Returns the name of the table that records which of a service's migrations ran. */
export const migrationsTable = (service: string): string => `${tablePrefix(service)}migrations`;

const type = z.enum(["id", "key", "text", "longText", "json", "blob", "flag", "int", "big", "at"]);
export const column = z.union([type, z.strictObject({ type, nullable: z.boolean().optional() })]);
const columnName = z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/, "must be a name of letters and digits");
export const columns = z.record(columnName, column);
const entity = z.strictObject({ table: z.string(), columns });

const TABLE = /^[a-z0-9_]{1,60}$/;

/** Returns the reason why a service may not have a table of this name, or null. */
export function tableProblem(service: string, table: unknown): string | null {
  const prefix = tablePrefix(service);
  if (typeof table !== "string" || !TABLE.test(table) || !table.startsWith(prefix) || table === prefix)
    return `The table ${String(table)} must be called ${prefix}<name>, of lower-case letters, digits and underscores, at most 60 long.`;
  return table === migrationsTable(service)
    ? `The table ${table} is where it stands which migrations ran; give yours another name.`
    : null;
}

export function entitiesProblem(service: string, entities: readonly ServiceEntity[]): string | null {
  if (!Array.isArray(entities)) return `The entities of the service ${service} must be a list.`;
  const tables = new Set<string>();
  for (const each of entities) {
    const parsed = entity.safeParse(each, { reportInput: true });
    const called = `The entity ${String((each as Partial<ServiceEntity> | null)?.table)}`;
    if (!parsed.success) return `${called} is not sound: ${issueSentence(parsed.error.issues)}`;
    const problem = tableProblem(service, parsed.data.table);
    if (problem !== null) return problem;
    const { id } = parsed.data.columns;
    if (id !== "id" && id !== "key")
      return `${called} must have a column id of the type id or key: its primary key.`;
    if (tables.has(parsed.data.table)) return `${called} is there twice.`;
    tables.add(parsed.data.table);
  }
  return null;
}

export function migrationsProblem(
  service: string,
  migrations: readonly ServiceMigration[],
  entities: readonly ServiceEntity[],
): string | null {
  if (!Array.isArray(migrations)) return `The migrations of the service ${service} must be a list.`;
  if (entities.length > 0 && migrations.length === 0)
    return `The service ${service} has entities and no migration that makes their tables.`;
  const names = new Set<string>();
  for (const each of migrations as readonly Partial<ServiceMigration>[]) {
    const { name, up } = Object(each) as Partial<ServiceMigration>;
    if (typeof name !== "string" || !/^[a-z0-9][a-z0-9-]{0,63}$/.test(name))
      return `The name of a migration of the service ${service} must be a slug of lower-case letters, digits and dashes.`;
    if (typeof up !== "function") return `The migration ${name} of the service ${service} has no up.`;
    if (names.has(name)) return `The migration ${name} of the service ${service} is there twice.`;
    names.add(name);
  }
  return null;
}
