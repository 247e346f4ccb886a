import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from "graphql";
import { collectFields, collectSubfields } from "graphql/execution/collectFields.js";
import { getArgumentValues } from "graphql/execution/values.js";
import { type Reading, readingOf } from "../../../../contracts/content-locales.js";
import type { ContentModel } from "../../serving/read-scope.js";
import { ResponseBudget } from "../../serving/response-budget.js";

/** Fields that a selection may have: more than any page's, less than would block other requests. */
const MAX_FIELDS = 5000;

/** Thrown when a selection has too many fields, as over each type of large unions. */
export class Unplanned extends Error {}

/** A selected field, with the name that the answer gives it. */
export interface SelectedField {
  responseKey: string;
  name: string;
  /** Name of the object type that has the field. */
  parent: string;
  /** All nodes that select the field: their selections are merged. */
  nodes: readonly FieldNode[];
  /** Definition of the field; undefined for `__typename`. */
  field: GraphQLField<unknown, unknown> | undefined;
}

interface Asked {
  schema: GraphQLSchema;
  model: ContentModel;
  fragments: Record<string, FragmentDefinitionNode>;
  /** Variables as GraphQL coerced them. */
  variables: Record<string, unknown>;
}

/** The selection of a valid operation, with fragments and directives applied. */
export class Selection {
  readonly model: ContentModel;
  /** Budget of the texts that are made for the answer. */
  readonly budget = new ResponseBudget();
  readonly #asked: Asked;
  #fields = 0;
  readonly #readings = new Map<string, Reading>();

  constructor(asked: Asked) {
    this.model = asked.model;
    this.#asked = asked;
  }

  /** Returns the fields of the operation itself. */
  rootFields(selectionSet: SelectionSetNode): SelectedField[] {
    const { schema, fragments, variables } = this.#asked;
    const type = this.#objectType(schema.getQueryType()?.name ?? "");
    return fieldsOf(type, collectFields(schema, fragments, variables, type, selectionSet));
  }

  /** Returns the selected fields of an object of the type that these nodes lead to. Throws Unplanned. */
  fields(typeName: string, nodes: readonly FieldNode[]): SelectedField[] {
    const { schema, fragments, variables } = this.#asked;
    const type = this.#objectType(typeName);
    const fields = fieldsOf(type, collectSubfields(schema, fragments, variables, type, nodes));
    this.#fields += 1 + fields.length;
    if (this.#fields > MAX_FIELDS) throw new Unplanned();
    return fields;
  }

  /** Returns the arguments of a field. Throws GraphQLError. */
  argumentsOf({ field, nodes: [node] }: SelectedField): Record<string, unknown> {
    if (field === undefined || node === undefined || field.args.length === 0) return {};
    return getArgumentValues(field, node, this.#asked.variables);
  }

  /** Returns the reading of a locale of the project. */
  readingOf(code: string): Reading {
    const known = this.#readings.get(code);
    if (known !== undefined) return known;
    const made = readingOf(this.model.locales, code);
    if (made === undefined) throw new Error(`The schema has a locale ${code} that the project has not.`);
    this.#readings.set(code, made);
    return made;
  }

  #objectType(name: string): GraphQLObjectType {
    const type = this.#asked.schema.getType(name);
    if (type instanceof GraphQLObjectType) return type;
    throw new Error(`The schema has no object type ${name}.`);
  }
}

function fieldsOf(
  type: GraphQLObjectType,
  collected: ReadonlyMap<string, readonly FieldNode[]>,
): SelectedField[] {
  const fields = type.getFields();
  return [...collected].flatMap(([responseKey, nodes]) => {
    const name = nodes[0]?.name.value;
    return name === undefined ? [] : [{ responseKey, name, parent: type.name, nodes, field: fields[name] }];
  });
}
