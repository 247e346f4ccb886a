import { Connection, type ConnectionOptions } from "./connection.js";
import type { Locale } from "./content.js";
import { graphqlText } from "./graphql-text.js";
import { KilnError } from "./kiln-error.js";
import type {
  AnyOptions,
  ExpandOf,
  ListOptions,
  Page,
  ProjectTypes,
  ReadOptions,
  SelectOf,
} from "./queries.js";
import type { DocumentOf, Perspective, TypeName } from "./read.js";
import type { Exactly, ResultOf, Selection } from "./selection.js";

export interface ClientOptions<P extends Perspective> extends ConnectionOptions {
  /** Default: the project's default locale. */
  locale?: Locale | undefined;
  /** Default: `published`, also with a preview token. */
  perspective?: P | undefined;
}

export interface GraphqlOptions {
  signal?: AbortSignal | undefined;
}

/** Reads the content of a project. Whatever goes wrong is thrown as a KilnError. */
export interface Client<P extends Perspective> {
  /** A page of the documents of a type. */
  list<
    Type extends TypeName,
    const Select extends readonly SelectOf<Type>[] | undefined = undefined,
    const Expand extends readonly ExpandOf<Type>[] | undefined = undefined,
    Code extends Locale | "*" = Locale,
    Own extends Perspective = P,
  >(
    type: Type,
    options?: ListOptions<Type, Own, Code, Select, Expand>,
  ): Promise<Page<DocumentOf<Type, Own, Code, Select, Expand>>>;

  /** A document of a type by its id; null when there is none to see. */
  get<
    Type extends TypeName,
    const Select extends readonly SelectOf<Type>[] | undefined = undefined,
    const Expand extends readonly ExpandOf<Type>[] | undefined = undefined,
    Code extends Locale | "*" = Locale,
    Own extends Perspective = P,
  >(
    type: Type,
    id: string,
    options?: ReadOptions<Own, Code, Select, Expand>,
  ): Promise<DocumentOf<Type, Own, Code, Select, Expand> | null>;

  /** The project's schemas and locales as they are now. */
  types(options?: GraphqlOptions): Promise<ProjectTypes>;

  /** Asks by GraphQL for what an object selects. Locales and sort keys are written as for `list`. */
  query<const Given extends Selection>(
    selection: Given & Exactly<Given, Selection>,
    options?: GraphqlOptions,
  ): Promise<ResultOf<Given, P>>;

  /** Asks by a GraphQL text; the caller says what it answers. */
  graphql<Data = Record<string, unknown>>(
    query: string,
    variables?: Record<string, unknown>,
    options?: GraphqlOptions,
  ): Promise<Data>;
}

/** Makes a client. Nothing is sent yet. */
export function createClient<P extends Perspective = "published">(options: ClientOptions<P>): Client<P> {
  const connection = new Connection(options);
  const perspective: Perspective = options.perspective ?? "published";

  const graphql = async (
    query: string,
    variables: object = {},
    { signal }: GraphqlOptions = {},
  ): Promise<unknown> => {
    const body = { query, variables };
    const answer = await connection.send(`/graphql?perspective=${perspective}`, { body, signal });
    return (answer as { data: unknown }).data;
  };
  const defaults = { perspective, locale: options.locale };

  return {
    list: (type: string, given: AnyOptions = {}) =>
      connection.send(`/documents?${searchOf({ ...defaults, ...defined(given) }, type)}`, given),
    async get(type: string, id: string, given: AnyOptions = {}) {
      const search = searchOf({ ...defaults, ...defined(given) });
      const answer = await connection
        .send(`/documents/${encodeURIComponent(id)}?${search}`, given)
        .catch(noneFound);
      if (answer === null) await connection.prove(given.signal);
      const document = (answer as { document: { _type: string } } | null)?.document;
      return document?._type === type ? document : null;
    },
    types: ({ signal }: GraphqlOptions = {}) => connection.send("/types", { signal }),
    query(selection: object, given?: GraphqlOptions) {
      const { query, variables } = graphqlText(selection, options.locale);
      return graphql(query, variables, given);
    },
    graphql,
  } as unknown as Client<P>;
}

function noneFound(error: unknown): null {
  if (error instanceof KilnError && error.code === "not_found") return null;
  throw error;
}

const defined = (given: AnyOptions): AnyOptions =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** The parameters of a request, in one order. */
function searchOf(options: AnyOptions, type?: string): string {
  const { where, sort, select, expand, limit, offset, locale, perspective } = options;
  const list = (items: readonly string[] | undefined) =>
    items === undefined || items.length === 0 ? undefined : items.join(",");
  const parameters = {
    type,
    where: where === undefined ? undefined : JSON.stringify(where),
    sort: list(sort),
    // a system field is there anyhow: nothing else is kept
    select: select?.length === 0 ? "_id" : list(select),
    expand: list(expand),
    expandDepth: expand?.some((path) => path.includes(".")) === true ? 2 : undefined,
    limit,
    offset,
    locale,
    perspective,
  };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) search.set(name, String(value));
  return search.toString();
}
