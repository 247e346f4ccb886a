import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from "graphql";
import { MAX_SEARCHES, SEARCH_NAMES } from "../../query/parse-where.js";
import { refusal } from "../../query/refusal.js";
import { PAGE } from "../resolve-list.js";
import { SearchCount } from "./count-searches.js";
import { type Limits, MAX_FIELDS, MAX_REPEATS } from "./limits.js";

/** Sizes of a schema's lists, by which introspection is measured. */
export interface Breadth {
  types: number;
  /** Fields and values of a type: the average over all types, and those of the largest type. */
  perType: number;
  largest: number;
}

/** The schema that a query is measured by. */
export interface Scope {
  schema: GraphQLSchema;
  breadth: Breadth;
  /** Most that introspection may cost. */
  introspection: number;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

interface Position {
  type: GraphQLNamedType | undefined;
  depth: number;
  /** Path in the answer, by its keys. */
  path: string;
  /**
   * The same path with the object types on the way: answers of different types are never merged, nor
   * compared.
   */
  typedPath: string;
  /** Object type of the selection, as far as the query tells. */
  objectType: string;
  /** Number of times that the selection is read, as far as the query tells. */
  times: number;
  /** Documents of the page that `items` at this place would be. */
  page: number;
  isIntrospection: boolean;
  /** Names of the fragments that lead here. */
  within: readonly string[];
}

const ROOT: Omit<Position, "type"> = {
  path: "",
  typedPath: "",
  objectType: "",
  depth: 1,
  times: 1,
  page: 1,
  isIntrospection: false,
  within: [],
};

const typedPathOf = ({ typedPath, objectType }: Position, key: string): string =>
  `${typedPath} ${objectType}.${key}`;
/** Returns the name of an object type; `otherwise` for an interface or a union, which narrow nothing. */
const nameOf = (type: GraphQLNamedType | undefined, otherwise: string): string =>
  isObjectType(type) ? type.name : otherwise;

/** The assumed number of items of a list in a document, which is not known before the document is read. */
const LIST = 5;
/** Fields of introspection whose lists have as many entries as a type has members. */
const MEMBERS = new Set(["fields", "inputFields", "enumValues", "possibleTypes"]);
/** Cost of a page, which is looked up in an index. */
const PAGE_COST = 200;

/**
 * Refuses an operation that is too large, before it is validated or run. It walks the operation with its
 * fragments followed, and never further than the limits go. Throws `invalid_params`.
 */
export class Measure {
  readonly #scope: Scope | null;
  readonly #fragments: Fragments;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #limits: Limits;
  readonly #repeats = new Map<string, number>();
  readonly #searchCount: SearchCount;
  #fields = 0;
  #aliases = 0;
  #cost = 0;
  #introspection = 0;
  #searches = 0;

  /** Without a scope it refuses queries that are too large under any schema. */
  constructor(
    scope: Scope | null,
    fragments: Fragments,
    { variables, limits }: { variables: Readonly<Record<string, unknown>>; limits: Limits },
  ) {
    this.#scope = scope;
    this.#fragments = fragments;
    this.#variables = variables;
    this.#limits = limits;
    this.#searchCount = new SearchCount(variables);
  }

  get introspectionCost(): number {
    return this.#introspection;
  }

  check({ selectionSet, variableDefinitions = [] }: OperationDefinitionNode): void {
    this.#searchCount.define(variableDefinitions);
    const type = this.#scope?.schema.getQueryType() ?? undefined;
    this.#selections(selectionSet, { ...ROOT, type, objectType: nameOf(type, "") });
  }

  /** Checks a fragment by itself, whether an operation uses it or not. */
  checkFragment({ typeCondition, selectionSet, name }: FragmentDefinitionNode): void {
    const type = this.#scope?.schema.getType(typeCondition.name.value);
    // A fragment is measured one level below the root: it has none of the root's introspection fields or
    // pages.
    const objectType = nameOf(type, "");
    const within = [name.value];
    this.#selections(selectionSet, { ...ROOT, depth: 2, isIntrospection: true, type, objectType, within });
  }

  #selections({ selections }: SelectionSetNode, position: Position): void {
    for (const selection of selections) {
      switch (selection.kind) {
        case Kind.FIELD:
          this.#field(selection, position);
          break;
        case Kind.INLINE_FRAGMENT: {
          const condition = selection.typeCondition?.name.value;
          this.#selections(selection.selectionSet, this.#narrowed(position, condition));
          break;
        }
        case Kind.FRAGMENT_SPREAD: {
          const name = selection.name.value;
          if (position.within.includes(name)) throw refusal(`The fragment ${name} contains itself.`);
          const fragment = this.#fragments.get(name);
          const narrowed = this.#narrowed(position, fragment?.typeCondition.name.value);
          this.#count(position.path, typedPathOf(narrowed, "..."));
          if (fragment === undefined) break;
          this.#selections(fragment.selectionSet, { ...narrowed, within: [...position.within, name] });
        }
      }
    }
  }

  #narrowed(position: Position, condition: string | undefined): Position {
    if (condition === undefined) return position;
    const type = this.#scope?.schema.getType(condition);
    return {
      ...position,
      type,
      objectType: this.#scope === null ? condition : nameOf(type, position.objectType),
    };
  }

  #field(node: FieldNode, position: Position): void {
    const name = node.name.value;
    const key = node.alias?.value ?? name;
    const path = `${position.path}.${key}`;
    const typedPath = typedPathOf(position, key);
    this.#count(path, typedPath);
    if (node.alias !== undefined && ++this.#aliases > this.#limits.aliases)
      throw refusal(`The query has more than ${this.#limits.aliases} aliases.`);
    const isRoot = position.depth === 1;
    const isIntrospection =
      position.isIntrospection || (isRoot && (name === "__schema" || name === "__type"));
    if (!isIntrospection && position.depth > this.#limits.depth)
      throw refusal(`The query is nested deeper than ${this.#limits.depth} levels.`);
    if (isRoot) this.#countSearches(node);
    const returned = this.#typeOf(position.type, name);
    const isPage = isRoot && !isIntrospection && returned !== undefined && name.startsWith("all");
    const times = position.times * (returned === undefined ? 1 : this.#lengthOf(returned, name, position));
    this.#spend(times + (isPage ? PAGE_COST : 0), { path, isIntrospection });
    if (node.selectionSet === undefined) return;
    const type = returned && getNamedType(returned);
    this.#selections(node.selectionSet, {
      type,
      depth: position.depth + 1,
      path,
      typedPath,
      objectType: nameOf(type, ""),
      times,
      page: isPage ? this.#limitOf(node) : 1,
      isIntrospection,
      within: position.within,
    });
  }

  /**
   * Counts searches. Each search may read all texts of its type, which blocks the event loop; a query may do
   * as many as one filter.
   */
  #countSearches({ arguments: given = [] }: FieldNode): void {
    for (const { value } of given) this.#searches += this.#searchCount.of(value);
    if (this.#searches > MAX_SEARCHES)
      throw refusal(
        `The query has more than ${MAX_SEARCHES} times ${SEARCH_NAMES}, in all its filters together.`,
      );
  }

  #count(path: string, typedPath: string): void {
    if (++this.#fields > MAX_FIELDS)
      throw refusal(`The query has more than ${MAX_FIELDS} fields, fragments followed.`);
    const repeats = (this.#repeats.get(typedPath) ?? 0) + 1;
    if (repeats > MAX_REPEATS)
      throw refusal(
        `The query repeats the same field more than ${MAX_REPEATS} times: ${path.slice(1) || "fragments"}.`,
      );
    this.#repeats.set(typedPath, repeats);
  }

  #spend(cost: number, { path, isIntrospection }: Pick<Position, "path" | "isIntrospection">): void {
    if (isIntrospection) this.#introspection += cost;
    else this.#cost += cost;
    if (this.#cost > this.#limits.cost)
      throw refusal(
        `The query may read more than ${this.#limits.cost} values (GRAPHQL_MAX_COST) at ${path.slice(1)}: a page counts with its limit, a list in a document as ${LIST}; ask for less, or for shorter pages.`,
      );
    if (this.#introspection > (this.#scope?.introspection ?? Number.POSITIVE_INFINITY))
      throw refusal("The introspection asks for too much at once.");
  }

  #typeOf(parent: GraphQLNamedType | undefined, name: string): GraphQLOutputType | undefined {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef.type;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef.type;
    if (parent === undefined || !isCompositeType(parent)) return undefined;
    if (!isObjectType(parent) && !isInterfaceType(parent)) return undefined;
    const fields = parent.getFields();
    return Object.hasOwn(fields, name) ? fields[name]?.type : undefined;
  }

  #lengthOf(type: GraphQLOutputType, name: string, position: Position): number {
    const inner = isNonNullType(type) ? type.ofType : type;
    if (!isListType(inner)) return 1;
    if (position.isIntrospection) return this.#introspectedLength(name, position);
    return name === "items" && position.depth === 2 ? position.page : LIST;
  }

  #introspectedLength(name: string, { times }: Position): number {
    const breadth = this.#scope?.breadth;
    if (breadth === undefined) return 1;
    if (name === "types") return breadth.types;
    if (!MEMBERS.has(name)) return LIST;
    // Over all types the large and the small ones average out.
    return times === breadth.types ? breadth.perType : breadth.largest;
  }

  #limitOf({ arguments: given = [] }: FieldNode): number {
    const value = given.find(({ name }) => name.value === "limit")?.value;
    const said =
      value?.kind === Kind.VARIABLE
        ? Number(this.#variables[value.name.value] ?? PAGE.max)
        : value?.kind === Kind.INT
          ? Number(value.value)
          : PAGE.default;
    // A value that is no limit is refused when it is read.
    return said >= 1 && said <= PAGE.max ? said : PAGE.max;
  }
}
