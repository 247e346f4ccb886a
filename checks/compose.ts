import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { VARIABLES } from "../runtime/config/register.js";
import { matches, textOf, type Check, type Problem, type SourceFile } from "./check.js";
import { REPOSITORY } from "./repository.js";

const FILES = ["docker-compose.yml", "docker-compose.cluster.yml"] as const;

interface ComposeService {
  build?: unknown;
  environment?: Record<string, unknown> | string[];
}

function variablesOf({ environment = {} }: ComposeService): string[] {
  const pairs = Array.isArray(environment) ? environment : Object.keys(environment);
  return pairs.map((pair) => pair.split("=")[0] ?? pair);
}

/** Checks that the text fits the Compose Specification's schema. */
export function checkComposeSchema(text: string, schema: object, path: string = FILES[0]): Problem[] {
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
  const { $schema: _ignored, ...rules } = schema as { $schema?: string };
  let document: unknown;
  try {
    document = parse(text, { merge: true });
  } catch (error) {
    return [{ path, message: String(error) }];
  }
  if (ajv.validate(rules, document)) return [];
  return (ajv.errors ?? []).map((error) => ({
    path,
    message: `${error.instancePath || "/"} ${error.message ?? "is wrong"}`,
  }));
}

/** Checks that Kiln's services and every `${…}` use only variables that the configuration knows. */
export function checkComposeVariables(
  text: string,
  known: ReadonlySet<string>,
  path: string = FILES[0],
): Problem[] {
  const problems: Problem[] = [];
  const document = parse(text, { merge: true }) as { services?: Record<string, ComposeService> };
  for (const [name, service] of Object.entries(document.services ?? {})) {
    if (service.build === undefined) continue;
    for (const variable of variablesOf(service)) {
      if (!known.has(variable))
        problems.push({ path, message: `${name} sets ${variable}, which Kiln does not know` });
    }
  }
  for (const { line, match } of matches(text, /(?<!\$)\$\{?([A-Z_][A-Z0-9_]*)/g)) {
    if (!known.has(match[1] ?? "")) {
      problems.push({ path, line, message: `uses ${match[1]}, which the configuration does not know` });
    }
  }
  return problems;
}

export const compose: Check = {
  name: `${FILES.join(" and ")} are valid and set known variables only`,
  run(files: readonly SourceFile[]) {
    const schema = JSON.parse(
      readFileSync(`${REPOSITORY}/checks/schema/compose-spec.json`, "utf8"),
    ) as object;
    const known = new Set(Object.keys(VARIABLES));
    return FILES.flatMap((path) => {
      const text = textOf(files, path);
      if (text === null) return [{ path, message: "is missing" }];
      const invalid = checkComposeSchema(text, schema, path);
      return invalid.length > 0 ? invalid : checkComposeVariables(text, known, path);
    });
  },
};
