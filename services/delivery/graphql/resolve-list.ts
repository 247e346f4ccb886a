import { parseQuery } from "../query/parse-query.js";
import { refusal } from "../query/refusal.js";
import type { ContentModel } from "../serving/read-scope.js";
import { listRows } from "../serving/list-documents.js";
import type { GraphqlContext, Source } from "./context.js";

export interface ListArguments {
  where?: object | null;
  sort?: readonly string[] | null;
  limit?: number | null;
  offset?: number | null;
  locale?: string | null;
}

/** Documents of a page (rules/delivery 24). */
export const PAGE = { default: 20, max: 100 };

/** Returns the query of a list of a type. Throws `invalid_params` as REST does. */
export function listQuery({ types, locales }: ContentModel, name: string, args: ListArguments) {
  const type = types.get(name);
  if (type === undefined) throw new Error(`The schema has a type ${name} that the project has not.`);
  const locale = args.locale ?? locales.defaultLocale;
  const query = parseQuery(
    { schema: type.schema, locales, schemaOf: (other) => types.get(other)?.schema },
    {
      where: args.where ?? undefined,
      sort: args.sort ?? undefined,
      limit: whole("limit", args.limit ?? PAGE.default, { min: 1, max: PAGE.max }),
      offset: whole("offset", args.offset ?? 0, { min: 0, max: Number.MAX_SAFE_INTEGER }),
      locale,
    },
  );
  return { type, query, locale };
}

/**
 * Returns a page of documents and the total, found as REST finds them. Throws `invalid_params` as REST does.
 */
export async function resolveList(
  context: GraphqlContext,
  name: string,
  args: ListArguments,
): Promise<{ items: Source[]; total: number }> {
  const { readContext } = context;
  const { type, query, locale } = listQuery(readContext.model, name, args);
  context.types.add(name);
  const { rows, total } = await listRows(readContext, type, query, (row) => context.retain(row));
  // A document of the page need not be read again as the target of a reference.
  for (const row of rows) context.documents.prime(row.id, row);
  return { items: rows.flatMap((row) => context.sourceOf(row, locale) ?? []), total };
}

function whole(name: string, value: number, { min, max }: { min: number; max: number }): number {
  if (value >= min && value <= max) return value;
  const to = max === Number.MAX_SAFE_INTEGER ? "" : ` to ${max}`;
  throw refusal(`${name}: must be a whole number from ${min}${to}.`);
}
