/** First line of the generated part of the client library: sdk/generated, from openapi.json and the register of errors. */
import { ERRORS } from "../../contracts/errors.js";
import { SENT_SHAPES } from "../../contracts/shapes.js";
import { buildOpenApi } from "../../services/gateway/openapi.js";
import { constantOf, type OpenApi, operationsOf, printConstant, printed, printTypes } from "./operations.js";

const HEADER = "// Written by `npm run generate` from the contracts.\n";

const openApi = (): OpenApi => buildOpenApi() as unknown as OpenApi;
/** Returns whether a shape is only in requests, and is then written as callers send it. */
const isSent = (name: string): boolean => Object.hasOwn(SENT_SHAPES, name);

/** Returns the source of every named shape, and of the parameters and answer of each route. */
export function sdkTypes(): string {
  const document = openApi();
  const { Error: _envelope, ...shapes } = document.components.schemas;
  const named = Object.entries(shapes).map(([name, schema]) =>
    printed(name, schema, isSent(name) ? "sent" : "answered", false),
  );
  return `${HEADER}\n${[...named, ...operationsOf(document).map(printTypes)].join("").trimEnd()}\n`;
}

/** Returns the source of every route as a value of its own, so that a bundler leaves out those that are not called. */
export function sdkOperations(): string {
  const head = `${HEADER}import type { NoParams, Operation } from "../operation.js";\nimport type * as Types from "./types.js";\n\n`;
  return `${head}${operationsOf(openApi()).map(printConstant).join("").trimEnd()}\n`;
}

/** Returns the source of the routes by area, which `createKiln` binds. */
export function sdkAreas(): string {
  const byArea = Map.groupBy(operationsOf(openApi()), ({ id }) => id.split(".")[0] ?? "");
  const areas = [...byArea].map(([area, operations]) => {
    const lines = operations.map(({ id }) => `    ${id.split(".")[1]}: op.${constantOf(id)},\n`);
    return `  ${area}: {\n${lines.join("")}  },\n`;
  });
  return `${HEADER}import * as op from "./operations.js";\n\nexport const AREAS = {\n${areas.join("")}} as const;\n`;
}

const classOf = (code: string): string =>
  `${code.replaceAll(/(?:^|_)(.)/g, (_all, first: string) => first.toUpperCase())}Error`;

/** Returns the source of a class for each code of the register. */
export function sdkErrors(): string {
  const codes = Object.entries(ERRORS);
  const classes = codes.map(
    ([code, { status, message }]) =>
      `/** ${status}: ${message} */\nexport class ${classOf(code)} extends KilnError {\n  override readonly name: string = "${classOf(code)}";\n}\n`,
  );
  const table = codes.map(([code]) => `  ${code}: ${classOf(code)},\n`).join("");
  return `${HEADER}import { KilnError } from "../kiln-error.js";\n\n${classes.join("\n")}\nexport type ErrorCode = ${codes.map(([code]) => `"${code}"`).join(" | ")};\n\n/** The class of each code. */\nexport const ERROR_CLASSES: Readonly<Record<ErrorCode, typeof KilnError>> = {\n${table}};\n`;
}
