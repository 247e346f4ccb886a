import { SHORT } from "../../../contracts/find-text.js";
import type { Comparison, Condition, SortKey } from "../condition.js";
import { type IndexedField, type IndexPlan, slotsAlong } from "../index-plan.js";

export type SqlValue = string | number | null;

/** A part of a statement, with the values of its question marks. */
export interface Sql {
  text: string;
  values: SqlValue[];
}

export const valueColumn = (field: number, slot: number): string => `v${field}_${slot}`;
/** Returns the name of the column with folded texts, for `contains`. */
export const foldedColumn = (field: number, slot: number): string => `f${field}_${slot}`;

const COMPARE: Record<Comparison, string> = { eq: "=", lt: "<", lte: "<=", gt: ">", gte: ">=" };

/** The SQL function that tells whether a text, as bytes, contains the long text with this number. */
export const CONTAINS_LONG = "contains_long";

/** Translates conditions and sorts of the query language into SQL, along one chain of locales. */
export class SqlWriter {
  /** Texts that the conditions look for by `CONTAINS_LONG`, by their numbers. */
  readonly longTexts: Buffer[] = [];
  readonly #plan: IndexPlan;
  readonly #chain: readonly string[];

  constructor(plan: IndexPlan, chain: readonly string[]) {
    this.#plan = plan;
    this.#chain = chain;
  }

  /** Translates a condition. Every part is 0 or 1 and never NULL, so that its negation is exact. */
  condition(condition: Condition): Sql {
    switch (condition.kind) {
      case "every":
        return { text: "1", values: [] };
      case "and":
      case "or": {
        const parts = condition.of.map((one) => this.condition(one));
        const joint = condition.kind === "and" ? " AND " : " OR ";
        return {
          text: `(${parts.map(({ text }) => text).join(joint)})`,
          values: parts.flatMap(({ values }) => values),
        };
      }
      case "not": {
        const { text, values } = this.condition(condition.of);
        return { text: `NOT ${text}`, values };
      }
      case "compare":
        return this.#test(
          `${this.#value(condition.field)} ${COMPARE[condition.operator]} ?`,
          condition.value,
        );
      case "in": {
        const marks = condition.values.map(() => "?").join();
        return this.#test(`${this.#value(condition.field)} IN (${marks})`, ...condition.values);
      }
      case "contains":
        return this.#contains(this.#folded(condition.field), condition.text);
      case "exists":
        return { text: this.#exists(condition.field), values: [] };
    }
  }

  /** Translates a sort: absent values come last in both directions, equal ones in the order of their ids. */
  order(sort: readonly SortKey[]): string {
    const keys = sort.map(({ field, isDescending }) => {
      const direction = isDescending ? " DESC" : "";
      if (field === "_id") return `id${direction}`;
      const value = this.#value(field);
      return `${value} IS NULL, ${value}${direction}`;
    });
    return [...keys, "id"].join(", ");
  }

  /**
   * SQLite compares a sought text with each place of the searched one, which takes their product for a long text, so that
   * a function of ours looks for long ones. Its bytes are those of a BLOB, because texts may contain NUL.
   */
  #contains(column: string, text: string): Sql {
    const sought = Buffer.from(text);
    if (sought.length <= SHORT) return this.#test(`instr(${column}, ?) > 0`, text);
    return this.#test(`${CONTAINS_LONG}(CAST(${column} AS BLOB), ?)`, this.longTexts.push(sought) - 1);
  }

  #test(text: string, ...operands: (string | number | boolean)[]): Sql {
    const values = operands.map((operand) => (typeof operand === "boolean" ? Number(operand) : operand));
    return { text: `ifnull(${text}, 0)`, values };
  }

  #find(name: string): { field: IndexedField; at: number } {
    const at = this.#plan.fields.findIndex((one) => one.name === name);
    const field = this.#plan.fields[at];
    if (field === undefined) throw new TypeError(`The index has no field "${name}".`);
    return { field, at };
  }

  /** Returns the first column along the chain that has a value; empty localized texts were never written. */
  #along(name: string, columnOf: (field: number, slot: number) => string): string {
    const { field, at } = this.#find(name);
    const columns = slotsAlong(field, this.#chain).map((slot) => columnOf(at, slot));
    return columns.length === 1 ? (columns[0] ?? "NULL") : `coalesce(${[...columns, "NULL"].join()})`;
  }

  #value = (name: string): string => (name === "_id" ? "id" : this.#along(name, valueColumn));

  /** Returns the folded column of a field. Ids need no folding. */
  #folded = (name: string): string => (name === "_id" ? "id" : this.#along(name, foldedColumn));

  #exists(name: string): string {
    if (name === "_id") return "1";
    const { field } = this.#find(name);
    const value = this.#value(name);
    return field.kind === "text" ? `ifnull(${value} <> '', 0)` : `(${value} IS NOT NULL)`;
  }
}
