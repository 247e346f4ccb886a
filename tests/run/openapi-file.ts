import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "../helpers/openapi-document.js";

/** Writes the OpenAPI document against which all processes of a run check answers. Returns its path. */
export async function writeOpenApiFile(folder: string): Promise<string> {
  const path = join(folder, "openapi.json");
  writeFileSync(path, JSON.stringify(await openApiDocument()));
  return path;
}
