import { registerHooks } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { compileStrict } from "../compile-strict.js";

/**
 * Returns the types that openapi-typescript prints from a document. It needs the programming interface of TypeScript 5, which
 * TypeScript 7 does not have.
 */
export async function printTypes(document: string): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === "typescript" ? "typescript-5" : specifier, context),
  });
  try {
    const { default: make, astToString } = await import("openapi-typescript");
    return astToString(await make(document));
  } finally {
    hooks.deregister();
  }
}

const FETCH = join(PACKAGE_ROOT, "node_modules/openapi-fetch/dist/index.mjs");
const FETCH_TYPES = join(PACKAGE_ROOT, "node_modules/openapi-fetch/dist/index.d.mts");

/** Compiles modules beside the types, at once. Returns the messages of the compiler, or "" without any. */
export const compileClient = (types: string, ...sources: string[]): Promise<string> => {
  const modules = Object.fromEntries(sources.map((source, at) => [`use${at}.ts`, source]));
  return compileStrict({ "types.d.ts": types, ...modules }, "browser", {
    paths: { "openapi-fetch": [FETCH_TYPES] },
    skipLibCheck: true,
    lib: ["es2022", "dom", "dom.iterable"],
  });
};

/** Bundles the module and returns its exports. */
export async function runClient<T>(source: string): Promise<T> {
  const { outputFiles } = await build({
    stdin: { contents: source, loader: "ts", resolveDir: PACKAGE_ROOT },
    alias: { "openapi-fetch": FETCH },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  const [{ contents } = { contents: new Uint8Array() }] = outputFiles;
  return (await import(`data:text/javascript;base64,${Buffer.from(contents).toString("base64")}`)) as T;
}
