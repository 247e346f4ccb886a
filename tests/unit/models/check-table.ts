import test from "ava";
import { ServiceError } from "../../../contracts/errors.js";
import type { Model } from "../../../contracts/models.js";
import { checkParams } from "../../../services/models/check-params/index.js";

type Params = Readonly<Record<string, unknown>>;

/**
 * Row of the tables of parameters. Without `names` the params pass; else they are refused and the refusal must contain the names.
 */
export type Row = [title: string, model: Model, params: Params, names?: readonly string[]];

export const ID = "0b9f3c1e-5d47-4c8a-9f10-2f6d8a7e4b35";
export const OTHER = "7c1d2e3f-0a1b-4c2d-8e3f-4a5b6c7d8e9f";

/** Declares a test for each row: without `names` the params pass unchanged, with them they are refused. */
export function checkTable(rows: readonly Row[]): void {
  for (const [title, model, params, names] of rows)
    test(title, (t) => {
      if (names === undefined) {
        t.deepEqual<Params, Params>({ ...checkParams(model, params).params }, params);
        return;
      }
      const error = t.throws(() => checkParams(model, params), { instanceOf: ServiceError });
      t.is(error.code, "invalid_params");
      for (const part of names) t.true(error.message.includes(part), `${error.message} | lacks ${part}`);
    });
}
