import "reflect-metadata";
import { type GraphQLSchema, validateSchema } from "graphql";
import {
  Arg,
  buildSchemaSync,
  createParameterDecorator,
  FieldResolver,
  getMetadataStorage,
  Mutation,
  Query,
  Resolver,
  type ResolverData,
  Subscription,
} from "type-graphql";
import type { Contract } from "../../../../contracts/contract.js";
import { streamEvents } from "../../../../contracts/events.js";
import { reasonOf } from "../../../../runtime/errors/reason-of.js";
import { type ContractField, contractField, resultType } from "./contract-field.js";
import type { Drawn } from "./draw.js";
import { isNamedHere, typeNameOf } from "./field-names.js";
import { type Relation, RELATIONS } from "./relations.js";
import { STREAMS, type StreamingField } from "./streams.js";
import { classOf, type MadeClass, nullableOf, type Placed, refuseName, Types } from "./types.js";

/** A field of the schema that calls a contract; of an object type it is a relation. */
export interface CallingField extends ContractField {
  relation: Relation | null;
}

/** How a field that calls a contract is resolved. */
export type ResolveField = (field: CallingField, data: ResolverData) => Promise<unknown>;

/** How a field of Subscription gives its values. */
export type StreamField = (field: StreamingField, data: ResolverData) => AsyncIterable<unknown>;

export interface PlatformSchema {
  schema: GraphQLSchema;
  /** Fields that call contracts, as `Query.projects` and `Job.project`. */
  fields: ReadonlyMap<string, CallingField>;
  /** Names of plugins' contracts that have no field, each with the reason. */
  leftOut: ReadonlyMap<string, string>;
}

/**
 * The decorators of type-graphql write into one register for the whole process: it has one schema at a time. A contract of
 * ours that cannot be drawn is our mistake and throws. One of a plugin is left out, and the others stay: they are drawn last,
 * so that no name of theirs takes one of ours.
 */
export function makePlatformSchema(
  contracts: readonly Contract[],
  resolve: ResolveField,
  stream: StreamField = nothing,
): PlatformSchema {
  const leftOut = new Map<string, string>();
  const added = contracts.filter((contract) => {
    if (isNamedHere(contract)) return false;
    const fault = faultAlone(contract);
    if (fault !== null) leftOut.set(contract.name, fault);
    return fault === null;
  });
  getMetadataStorage().clear();
  const types = new Types();
  const fields = new Map<string, CallingField>();
  const byContract = new Map<string, ContractField>();
  const roots: MadeClass[] = [];
  const add = (contract: Contract) => {
    const field = contractField(contract);
    if (field === null) return;
    const key = `${typeNameOf(field.operation)}.${field.name}`;
    if (fields.has(key)) throw new Error(`Two contracts have the field ${key}.`);
    const calling = { ...field, relation: null };
    roots.push(declareRoot(calling, types, resolve));
    fields.set(key, calling);
    byContract.set(contract.name, field);
  };
  for (const contract of contracts) if (isNamedHere(contract)) add(contract);
  const resolvers = RELATIONS.map((relation) => {
    const target = byContract.get(relation.contract);
    const on = types.find(relation.on);
    if (target === undefined || on === undefined) return null;
    const calling = { ...target, relation };
    fields.set(`${relation.on}.${relation.name}`, calling);
    return declareRelation(on, calling, types, resolve);
  });
  const streams = declareStreams(byContract, fields, types, stream);
  for (const contract of added) {
    try {
      types.allOrNone(() => add(contract));
    } catch (error) {
      leftOut.set(contract.name, reasonOf(error));
    }
  }
  const schema = build([...roots, streams, ...resolvers.filter((made) => made !== null)]);
  return { schema, fields, leftOut };
}

const build = (resolvers: readonly MadeClass[]): GraphQLSchema =>
  buildSchemaSync({
    resolvers: resolvers as never,
    validate: false,
    skipCheck: true,
    emitSchemaFile: false,
    // Its type is asked for by any subscription; each of ours brings its own values.
    pubSub: { publish() {}, subscribe: nothing as never },
  });

const known = new WeakMap<Contract, string | null>();

/** Why GraphQL could not have a contract even if there were no other, or null: what is legal in REST may have no name there. */
function faultAlone(contract: Contract): string | null {
  let fault = known.get(contract);
  if (fault === undefined) known.set(contract, (fault = drawnAlone(contract)));
  return fault;
}

function drawnAlone(contract: Contract): string | null {
  getMetadataStorage().clear();
  try {
    const field = contractField(contract);
    if (field === null) return null;
    // a schema needs a query, whatever the contract is
    const query: CallingField = { ...field, operation: "query", relation: null };
    const [error] = validateSchema(build([declareRoot(query, new Types(), async () => null)]));
    return error?.message ?? null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** A field of Query or Mutation, on a class of its own. */
function declareRoot(field: CallingField, types: Types, resolve: ResolveField): MadeClass {
  const { name, operation, contract } = field;
  const root = classOf(`Root${typeNameOf(name)}`);
  Resolver()(root);
  const placed = resultType(field, types);
  // Root fields are nullable: one that fails leaves what the others gave.
  const options = {
    nullable: nullableOf({ ...placed, isNullable: true }),
    description: contract.description,
  };
  declareMethod(root, name, (data) => resolve(field, data));
  const decorate = operation === "query" ? Query : Mutation;
  decorate(() => placed.value as never, options as never)(root.prototype as object, name, {});
  declareArguments(root, field, types, new Set());
  return root;
}

async function* nothing(): AsyncGenerator<unknown> {}

/** A field of Subscription for each thing that changes, and one for all changes. */
function declareStreams(
  byContract: ReadonlyMap<string, ContractField>,
  fields: Map<string, CallingField>,
  types: Types,
  stream: StreamField,
): MadeClass {
  const made = classOf("Streams");
  Resolver()(made);
  for (const { name, contract, kind, id, description } of STREAMS) {
    const field = contract === null ? contractField(streamEvents) : byContract.get(contract);
    if (field === null || field === undefined) continue;
    const streaming: StreamingField = { ...field, name, relation: null, kind, id };
    fields.set(`Subscription.${name}`, streaming);
    const placed = resultType(field, types);
    declareMethod(made, name, async ({ root }) => root as unknown);
    const options = {
      nullable: nullableOf({ ...placed, isNullable: true }),
      description,
      subscribe: (data: ResolverData) => stream(streaming, data),
    };
    Subscription(() => placed.value as never, options as never)(made.prototype as object, name, {});
    if (contract !== null) declareArguments(made, field, types, new Set(), name);
  }
  return made;
}

const dataOf = createParameterDecorator((data: ResolverData) => data);

/** A method that is given all that GraphQL knows of its call. */
function declareMethod(of: MadeClass, name: string, method: (data: ResolverData) => Promise<unknown>): void {
  Object.defineProperty(of.prototype, name, { value: method, configurable: true });
  dataOf(of.prototype as object, name, 0);
}

function declareArguments(
  of: MadeClass,
  { name, params }: ContractField,
  types: Types,
  known: ReadonlySet<string>,
  method = name,
): void {
  const { properties = {}, required = [] } = params;
  let at = 1;
  for (const [key, schema] of Object.entries(properties)) {
    if (known.has(key)) continue;
    refuseName(key, "parameter");
    const placed = types.input(schema, typeNameOf(name) + typeNameOf(key));
    const isNullable = placed.isNullable || !required.includes(key);
    const options = { nullable: nullableOf({ ...placed, isNullable }), ...describedAs(schema) };
    Arg(key, () => placed.value as never, options as never)(of.prototype as object, method, at);
    at += 1;
  }
}

const describedAs = ({ description, default: standard }: Drawn): { description?: string } => {
  const said = standard === undefined ? "" : `By default ${JSON.stringify(standard)}.`;
  const text = [description, said].filter(Boolean).join(" ");
  return text === "" ? {} : { description: text };
};

function declareRelation(
  on: MadeClass,
  field: CallingField & { relation: Relation },
  types: Types,
  resolve: ResolveField,
): MadeClass {
  const { relation } = field;
  const resolver = classOf(`${relation.on}${typeNameOf(relation.name)}`);
  Resolver(() => on as never)(resolver);
  const placed = relationType(field, types);
  const options = {
    nullable: nullableOf({ ...placed, isNullable: true }),
    description: relation.description,
  };
  declareMethod(resolver, relation.name, (data) => resolve(field, data));
  FieldResolver(() => placed.value as never, options as never)(
    resolver.prototype as object,
    relation.name,
    {},
  );
  declareArguments(resolver, field, types, new Set(Object.keys(relation.from)), relation.name);
  return resolver;
}

function relationType(field: CallingField & { relation: Relation }, types: Types): Placed {
  const { relation, result } = field;
  if (relation.pick !== undefined) {
    const schema = result.properties?.[relation.pick] ?? {};
    return types.output(schema, schema.shape ?? typeNameOf(relation.pick));
  }
  const placed = resultType(field, types);
  return relation.each ? { value: [placed.value], isNullable: true, hasNullItems: true } : placed;
}
