import { graphqlListedType, graphqlNames } from "../../../../contracts/content-names.js";
import { listTexts } from "../../serving/list-documents.js";
import type { Placed } from "../../serving/projection.js";
import type { BodyWriter } from "../../../../engines/response-cache/index.js";
import { currentText } from "../../serving/read-rows.js";
import type { Rendered } from "../../serving/render-page.js";
import type { ReadContext } from "../../serving/read-context.js";
import { type ListArguments, listQuery } from "../resolve-list.js";
import { documentId, type SingleArguments } from "../resolve-single.js";
import { SelectedDocuments } from "./selected-documents.js";
import type { SelectedField, Selection } from "./selection.js";

/** Result of a root field. */
export interface Root {
  placed: readonly Placed[];
  /** Name of the content type that the field asks for, found or not. */
  type: string | null;
  /** Writes the result as JSON, with its documents at their places. */
  write(rendered: Rendered, out: BodyWriter): void;
}

const constant = (json: string, type: string | null = null): Root => ({
  placed: [],
  type,
  write: (_rendered, out) => out.write(json),
});

/** Returns true for a root field that graphql-js has to answer. */
export function isForExecution(
  readContext: ReadContext,
  selection: Selection,
  field: SelectedField,
): boolean {
  if (field.name === "__schema" || field.name === "__type") return true;
  // Several `items` of one list have a selection each.
  return isList(readContext, field) && itemsOf(field, selection).length > 1;
}

const isList = ({ model: { types } }: ReadContext, { name }: SelectedField): boolean =>
  types.size > 0 && name !== "__typename" && !types.has(name);

/** Reads the result of a root field. Throws GraphQLError and `invalid_params` for its arguments. */
export async function readRoot(
  readContext: ReadContext,
  selection: Selection,
  field: SelectedField,
): Promise<Root> {
  if (field.name === "__typename") return constant(JSON.stringify(field.parent));
  const { types, locales } = readContext.model;
  const args = selection.argumentsOf(field);
  // A project without types has one root field, which is null.
  if (types.size === 0) return constant("null");
  if (isList(readContext, field)) return readList(readContext, selection, { field, args });
  const { id, locale } = args as unknown as SingleArguments;
  const projection = new SelectedDocuments(
    selection,
    [field.name],
    field.nodes,
    locale ?? locales.defaultLocale,
  );
  const key = documentId(id);
  const text = key === null ? null : await currentText(readContext, key, projection);
  if (text === null) return constant("null", field.name);
  const placed = [{ text, projection }];
  return { placed, type: field.name, write: (rendered, out) => rendered.write(placed, out) };
}

async function readList(
  readContext: ReadContext,
  selection: Selection,
  { field, args }: { field: SelectedField; args: ListArguments },
): Promise<Root> {
  const name = graphqlListedType(field.name);
  const { type, query, locale } = listQuery(readContext.model, name, args);
  const [items] = itemsOf(field, selection);
  const projection = items && new SelectedDocuments(selection, [name], items.nodes, locale);
  const { placed, total } = await listTexts(readContext, type, query, { projection: projection ?? null });
  const fields = selection.fields(graphqlNames(name).list, field.nodes);
  return {
    placed,
    type: name,
    write(rendered, out) {
      out.write("{");
      for (const [at, each] of fields.entries()) {
        out.write(`${at === 0 ? "" : ","}"${each.responseKey}":`);
        if (each.name !== "items") out.write(JSON.stringify(each.name === "total" ? total : each.parent));
        else {
          out.write("[");
          rendered.write(placed, out);
          out.write("]");
        }
      }
      out.write("}");
    },
  };
}

const itemsOf = (field: SelectedField, selection: Selection): SelectedField[] =>
  selection
    .fields(graphqlNames(graphqlListedType(field.name)).list, field.nodes)
    .filter(({ name }) => name === "items");
