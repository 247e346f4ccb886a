import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  separateOperations,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import type { Auth } from "../../../contracts/auth.js";
import { invalidParams, notFound } from "../../../contracts/errors.js";
import { admit } from "../call-contract.js";
import type { Asked } from "../foreign-origin.js";
import type { CallingField } from "./schema/streams.js";

export interface Admitting {
  auth: Auth;
  asked: Asked;
  baseUrl: string;
}

/**
 * Admits a caller to each field of an operation as REST does to a route, before any of them is resolved: a
 * missing scope of one field refuses the whole operation. Throws the errors of REST.
 */
export function admitFields(
  { schema, fields }: { schema: GraphQLSchema; fields: ReadonlyMap<string, CallingField> },
  document: DocumentNode,
  operation: OperationDefinitionNode,
  admitting: Admitting,
): void {
  const keyed = new Set<FieldNode>();
  // The document has the operation with its fragments, without those of other operations.
  const own = separateOperations(document)[operation.name?.value ?? ""] ?? document;
  const types = new TypeInfo(schema);
  visit(
    own,
    visitWithTypeInfo(types, {
      Field(node) {
        const field = fields.get(`${types.getParentType()?.name ?? ""}.${node.name.value}`);
        if (field === undefined) return;
        admit({ contract: field.contract, ...admitting, unknown: () => unknownField(field) });
        if (field.contract.idempotent) keyed.add(node);
      },
    }),
  );
  if (admitting.asked.headers["idempotency-key"] !== undefined && keyed.size > 1)
    throw invalidParams(
      "An Idempotency-Key is for one call: send each field that takes one in a request of its own.",
    );
}

const unknownField = ({ name, operation }: CallingField) => notFound(`There is no ${operation} ${name}.`);
