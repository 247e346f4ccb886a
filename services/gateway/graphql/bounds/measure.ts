import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from "graphql";
import { invalidParams } from "../../../../contracts/errors.js";
import type { PlatformSchema } from "../schema/make-schema.js";
import * as limits from "./limits.js";

/** The surroundings of a selection. */
interface Position {
  type: GraphQLNamedType | undefined;
  depth: number;
  path: string;
  /** The number of objects of which it is asked, as far as the query tells. */
  times: number;
  /** The number of items of the page that it is in. */
  page: number;
  isIntrospection: boolean;
  /** The fragments that it is within. */
  within: readonly string[];
}

/** The lengths of the lists of the schema about itself, over all types; Apollo refuses deeper ones. */
const LENGTHS: Readonly<Record<string, number>> = {
  fields: 5,
  inputFields: 1,
  args: 1,
  enumValues: 1,
  possibleTypes: 1,
  interfaces: 1,
  directives: 6,
  locations: 5,
};

/** Refuses a document that exceeds a limit, before it is validated or run. Throws `invalid_params`. */
export function measure(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  platform: PlatformSchema,
  given: limits.Limits,
): void {
  const { definitions } = document;
  if (definitions.length > limits.MAX_DEFINITIONS)
    throw invalidParams(`The query has more than ${limits.MAX_DEFINITIONS} operations and fragments.`);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  const values = { ...defaultsOf(document), ...variables };
  // Validation looks at all definitions, whichever of them runs.
  for (const each of definitions) {
    const one = new Measure(platform, fragments, values, given);
    if (each.kind === Kind.OPERATION_DEFINITION) one.operation(each);
    else if (each.kind === Kind.FRAGMENT_DEFINITION) one.fragment(each);
    else throw invalidParams("The query may have operations and fragments, nothing else.");
  }
}

/** Returns the whole numbers that variables have by default; the largest of several operations counts. */
function defaultsOf({ definitions }: DocumentNode): Record<string, number> {
  const defaults: Record<string, number> = {};
  for (const each of definitions)
    if (each.kind === Kind.OPERATION_DEFINITION)
      for (const { variable, defaultValue } of each.variableDefinitions ?? [])
        if (defaultValue?.kind === Kind.INT) {
          const name = variable.name.value;
          defaults[name] = Math.max(defaults[name] ?? 0, Number(defaultValue.value));
        }
  return defaults;
}

class Measure {
  readonly #platform: PlatformSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #given: limits.Limits;
  readonly #repeats = new Map<string, number>();
  #fields = 0;
  #aliases = 0;
  #cost = 0;
  #calls = 0;
  #introspection = 0;

  constructor(
    platform: PlatformSchema,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    variables: Readonly<Record<string, unknown>>,
    given: limits.Limits,
  ) {
    this.#platform = platform;
    this.#fragments = fragments;
    this.#variables = variables;
    this.#given = given;
  }

  operation({ operation, selectionSet, variableDefinitions = [] }: OperationDefinitionNode): void {
    if (variableDefinitions.length > limits.MAX_VARIABLES)
      throw invalidParams(`The query has more than ${limits.MAX_VARIABLES} variables.`);
    const type = this.#platform.schema.getRootType(operation) ?? undefined;
    this.#selections(selectionSet, { ...ROOT, type });
    if (operation === OperationTypeNode.MUTATION && this.#calls > limits.MAX_MUTATIONS)
      throw invalidParams(
        `A mutation has at most ${limits.MAX_MUTATIONS} calls; send more in several requests.`,
      );
  }

  /** Measures a fragment by itself, whether the operation uses it or not. */
  fragment({ typeCondition, selectionSet, name }: FragmentDefinitionNode): void {
    const type = this.#platform.schema.getType(typeCondition.name.value);
    const isIntrospection = typeCondition.name.value.startsWith("__");
    this.#selections(selectionSet, { ...ROOT, depth: 2, type, isIntrospection, within: [name.value] });
  }

  #selections({ selections }: SelectionSetNode, position: Position): void {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) this.#field(selection, position);
      else if (selection.kind === Kind.INLINE_FRAGMENT) {
        this.#count(`${position.path}...`);
        this.#selections(
          selection.selectionSet,
          this.#narrowed(position, selection.typeCondition?.name.value),
        );
      } else {
        const name = selection.name.value;
        if (position.within.includes(name)) throw invalidParams(`The fragment ${name} contains itself.`);
        this.#count(`${position.path}...`);
        const fragment = this.#fragments.get(name);
        if (fragment === undefined) continue;
        const narrowed = this.#narrowed(position, fragment.typeCondition.name.value);
        this.#selections(fragment.selectionSet, { ...narrowed, within: [...position.within, name] });
      }
    }
  }

  #narrowed(position: Position, condition: string | undefined): Position {
    return condition === undefined
      ? position
      : { ...position, type: this.#platform.schema.getType(condition) };
  }

  #field(node: FieldNode, position: Position): void {
    const name = node.name.value;
    const path = `${position.path}.${node.alias?.value ?? name}`;
    this.#count(path);
    if (node.alias !== undefined && ++this.#aliases > this.#given.aliases)
      throw invalidParams(`The query has more than ${this.#given.aliases} aliases (GRAPHQL_MAX_ALIASES).`);
    const isRoot = position.depth === 1;
    const isIntrospection =
      position.isIntrospection || (isRoot && (name === "__schema" || name === "__type"));
    if (!isIntrospection && position.depth > limits.MAX_DEPTH)
      throw invalidParams(`The query is nested deeper than ${limits.MAX_DEPTH} levels.`);
    this.#countCalls(`${position.type?.name ?? ""}.${name}`, position.times);
    const returned = typeOf(position.type, name);
    const times = position.times * this.#lengthOf(returned, name, { ...position, isIntrospection });
    this.#spend(times, path, isIntrospection);
    if (node.selectionSet === undefined) return;
    this.#selections(node.selectionSet, {
      type: returned && getNamedType(returned),
      depth: position.depth + 1,
      path,
      times,
      page: this.#limitOf(node),
      isIntrospection,
      within: position.within,
    });
  }

  #countCalls(field: string, times: number): void {
    if (!this.#platform.fields.has(field)) return;
    this.#calls += times;
    if (this.#calls > limits.MAX_CALLS)
      throw invalidParams(
        `The query would make more than ${limits.MAX_CALLS} calls at ${field}: each field that REST has a route for is one, for each item of the lists that it is in. Ask for shorter pages.`,
      );
  }

  #count(path: string): void {
    if (++this.#fields > limits.MAX_FIELDS)
      throw invalidParams(`The query has more than ${limits.MAX_FIELDS} fields, fragments followed.`);
    const repeats = (this.#repeats.get(path) ?? 0) + 1;
    if (repeats > limits.MAX_REPEATS)
      throw invalidParams(
        `The query repeats the same field more than ${limits.MAX_REPEATS} times: ${path.slice(1, 200)}.`,
      );
    this.#repeats.set(path, repeats);
  }

  #spend(cost: number, path: string, isIntrospection: boolean): void {
    if (isIntrospection) this.#introspection += cost;
    else this.#cost += cost;
    if (this.#cost > this.#given.cost)
      throw invalidParams(
        `The query may read more than ${this.#given.cost} values (GRAPHQL_MAX_COST) at ${path.slice(1, 200)}: a page counts with its limit, another list as ${limits.LIST}; ask for less, or for shorter pages.`,
      );
    if (this.#introspection > limits.MAX_INTROSPECTION)
      throw invalidParams("The introspection asks for too much at once.");
  }

  #lengthOf(type: GraphQLOutputType | undefined, name: string, position: Position): number {
    const inner = isNonNullType(type) ? type.ofType : type;
    if (!isListType(inner)) return 1;
    if (position.isIntrospection)
      return name === "types"
        ? Object.keys(this.#platform.schema.getTypeMap()).length
        : (LENGTHS[name] ?? limits.LIST);
    return name === "items" ? position.page : limits.LIST;
  }

  #limitOf({ arguments: given = [] }: FieldNode): number {
    const value = given.find(({ name }) => name.value === "limit")?.value;
    if (value === undefined) return limits.PAGE;
    const said =
      value.kind === Kind.VARIABLE
        ? Number(this.#variables[value.name.value] ?? limits.PAGE)
        : value.kind === Kind.INT
          ? Number(value.value)
          : limits.PAGE;
    // A value that is no valid limit is refused when the arguments are read.
    return Number.isInteger(said) && said >= 1 ? said : limits.PAGE;
  }
}

const ROOT: Position = {
  type: undefined,
  depth: 1,
  path: "",
  times: 1,
  page: limits.PAGE,
  isIntrospection: false,
  within: [],
};

function typeOf(parent: GraphQLNamedType | undefined, name: string): GraphQLOutputType | undefined {
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef.type;
  if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef.type;
  if (!isObjectType(parent)) return undefined;
  const fields = parent.getFields();
  return Object.hasOwn(fields, name) ? fields[name]?.type : undefined;
}
