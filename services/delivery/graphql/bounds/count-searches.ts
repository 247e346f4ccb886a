import { Kind, type ValueNode, type VariableDefinitionNode } from "graphql";
import { isPlainObject } from "../../../../contracts/content-values.js";
import { isSearch } from "../../query/parse-where.js";

/** Counts how often the filters of a query search for a text in another one. */
export class SearchCount {
  readonly #variables: Readonly<Record<string, unknown>>;
  /** Counts by the name of a variable: a query may name it in any number of places. */
  readonly #known = new Map<string, number>();

  constructor(variables: Readonly<Record<string, unknown>>) {
    this.#variables = variables;
  }

  /** Counts the defaults of variables that the request does not give. */
  define(definitions: readonly VariableDefinitionNode[]): void {
    for (const { variable, defaultValue } of definitions)
      if (defaultValue !== undefined && this.#variables[variable.name.value] === undefined)
        this.#known.set(variable.name.value, this.of(defaultValue));
  }

  /** Counts the searches in the value of an argument, including those in its variables. */
  of(value: ValueNode): number {
    switch (value.kind) {
      case Kind.VARIABLE:
        return this.#ofVariable(value.name.value);
      case Kind.LIST:
        return sum(value.values.map((each) => this.of(each)));
      case Kind.OBJECT:
        return sum(
          value.fields.map((field) => {
            const isOperator = isSearch(field.name.value) && field.value.kind !== Kind.OBJECT;
            return isOperator ? 1 : this.of(field.value);
          }),
        );
      default:
        return 0;
    }
  }

  #ofVariable(name: string): number {
    const known = this.#known.get(name) ?? ofJson(this.#variables[name]);
    this.#known.set(name, known);
    return known;
  }
}

function ofJson(value: unknown): number {
  if (Array.isArray(value)) return sum(value.map(ofJson));
  if (!isPlainObject(value)) return 0;
  return sum(
    Object.entries(value).map(([key, inner]) => (isSearch(key) && !isPlainObject(inner) ? 1 : ofJson(inner))),
  );
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
