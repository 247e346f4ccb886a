import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { VARIABLES } from "../runtime/config/register.js";
import { matches, textOf, type Check, type Problem, type SourceFile } from "./check.js";
import { REPOSITORY } from "./repository.js";

const FILE = "docker-compose.yml";

interface ComposeService {
  build?: unknown;
  environment?: Record<string, unknown> | string[];
}

function variablesOf({ environment = {} }: ComposeService): string[] {
  const pairs = Array.isArray(environment) ? environment : Object.keys(environment);
  return pairs.map((pair) => pair.split("=")[0] ?? pair);
}

/** The text fits the Compose Specification's schema. */
export function checkComposeSchema(text: string, schema: object): Problem[] {
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
  const { $schema: _ignored, ...rules } = schema as { $schema?: string };
  let document: unknown;
  try {
    document = parse(text, { merge: true });
  } catch (error) {
    return [{ path: FILE, message: String(error) }];
  }
  if (ajv.validate(rules, document)) return [];
  return (ajv.errors ?? []).map((error) => ({
    path: FILE,
    message: `${error.instancePath || "/"} ${error.message ?? "is wrong"}`,
  }));
}

/** Our own services and every `${…}` use only variables that the configuration knows. */
export function checkComposeVariables(text: string, known: ReadonlySet<string>): Problem[] {
  const problems: Problem[] = [];
  const document = parse(text, { merge: true }) as { services?: Record<string, ComposeService> };
  for (const [name, service] of Object.entries(document.services ?? {})) {
    if (service.build === undefined) continue;
    for (const variable of variablesOf(service)) {
      if (!known.has(variable))
        problems.push({ path: FILE, message: `${name} sets ${variable}, which Kiln does not know` });
    }
  }
  for (const { line, match } of matches(text, /(?<!\$)\$\{?([A-Z_][A-Z0-9_]*)/g)) {
    if (!known.has(match[1] ?? "")) {
      problems.push({ path: FILE, line, message: `uses ${match[1]}, which the configuration does not know` });
    }
  }
  return problems;
}

export const compose: Check = {
  name: `${FILE} is valid and sets known variables only`,
  run(files: readonly SourceFile[]) {
    const text = textOf(files, FILE);
    if (text === null) return [{ path: FILE, message: "is missing" }];
    const schema = JSON.parse(
      readFileSync(`${REPOSITORY}/checks/schema/compose-spec.json`, "utf8"),
    ) as object;
    const invalid = checkComposeSchema(text, schema);
    return invalid.length > 0 ? invalid : checkComposeVariables(text, new Set(Object.keys(VARIABLES)));
  },
};
