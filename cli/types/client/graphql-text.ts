/** A GraphQL request as it is posted. */
export interface GraphqlRequest {
  query: string;
  variables: Record<string, unknown>;
}

type Given = Readonly<Record<string, unknown>>;

const SYSTEM_FIELD = /^_/;
const LIST = /^all(?=[A-Z])/;

const localeName = (code: unknown): string => String(code).toUpperCase().replaceAll("-", "_");
const sortName = (key: string): string => (key.startsWith("-") ? `${key.slice(1)}_DESC` : `${key}_ASC`);
const isObject = (value: unknown): value is Given => typeof value === "object" && value !== null;

/**
 * The query of a selection, read in `locale` where nothing else is said. Arguments become variables, so that the text
 * depends on the fields alone and the server knows it again. Throws a TypeError for an object of which nothing is
 * selected.
 */
export function graphqlText(selection: object, locale?: string): GraphqlRequest {
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];

  const variable = (type: string, value: unknown): string => {
    const name = `v${declared.length}`;
    declared.push(`$${name}: ${type}`);
    variables[name] = value;
    return `$${name}`;
  };

  const argumentsOf = (given: unknown, typeOf: (name: string) => string): string => {
    const list = Object.entries(isObject(given) ? given : {}).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const type = typeOf(name);
      if (name === "locale") return [`locale: ${variable(type, localeName(value))}`];
      if (name === "sort") return [`sort: ${variable(type, (value as string[]).map(sortName))}`];
      return [`${name}: ${variable(type, value)}`];
    });
    return list.length > 0 ? `(${list.join(", ")})` : "";
  };

  const fields = (given: Given, path: string): string => {
    const { $args: _, $on, ...own } = given;
    const names = Object.entries(own).filter(([, value]) => value !== undefined);
    const parts =
      $on === undefined ? names.map(([name, value]) => field(name, value, path)) : targets(names, $on, path);
    if (parts.length === 0) throw new TypeError(`Nothing is selected of ${path}.`);
    return `{ ${parts.join(" ")} }`;
  };

  const field = (name: string, value: unknown, path: string): string => {
    if (!isObject(value)) return name;
    const text = name + argumentsOf(value["$args"], () => "Locale");
    const isValue = Object.keys(value).every((key) => key === "$args");
    return isValue && "$args" in value ? text : `${text} ${fields(value, `${path}.${name}`)}`;
  };

  /** A union has no fields: those of every document, then those of each type. */
  const targets = (names: [string, unknown][], on: unknown, path: string): string[] => {
    const common = names.filter(([name]) => SYSTEM_FIELD.test(name)).map(([name]) => name);
    const own = Object.entries(isObject(on) ? on : {}).filter(([, value]) => isObject(value));
    return [
      ...(common.length > 0 ? [`... on Document { ${common.join(" ")} }`] : []),
      ...own.map(
        ([type, value]) => `... on ${capitalized(type)} ${fields(value as Given, `${path}.$on.${type}`)}`,
      ),
    ];
  };

  const root = Object.entries(selection).flatMap(([name, value]: [string, unknown]) => {
    if (!isObject(value)) return [];
    const type = capitalized(name.replace(LIST, ""));
    const typeOf = (argument: string): string => ROOT_ARGUMENTS[argument]?.replace("*", type) ?? "String";
    const given = isObject(value["$args"]) ? value["$args"] : {};
    const args = argumentsOf({ ...given, locale: given["locale"] ?? locale }, typeOf);
    return [`${name}${args} ${fields(value, name)}`];
  });
  if (root.length === 0) throw new TypeError("Nothing is selected.");
  const head = declared.length > 0 ? `query (${declared.join(", ")})` : "query";
  return { query: `${head} { ${root.join(" ")} }`, variables };
}

const capitalized = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** Their types, `*` for the name of the content type. */
const ROOT_ARGUMENTS: Readonly<Record<string, string>> = {
  id: "ID!",
  where: "*Where",
  sort: "[*Sort!]",
  limit: "Int",
  offset: "Int",
  locale: "Locale",
};
