import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Command, Option } from "commander";
import { CliError } from "./cli-error.js";
import { generate } from "./types/generate.js";
import { readProject } from "./types/read-project.js";

interface Given {
  url: string;
  token?: string;
  out: string;
  check?: true;
}

/** `kiln types`: for those who write front ends; it needs a token of the project and nothing of the deployment. */
export function addTypes(program: Command): void {
  program
    .command("types <project>")
    .description("Writes TypeScript types for a project's content, with a client that reads it")
    .addOption(new Option("--url <url>", "the server").env("KILN_URL").default("http://localhost:3000"))
    .addOption(
      new Option("--token <token>", "a delivery token of the project; better in the variable").env(
        "KILN_DELIVERY_TOKEN",
      ),
    )
    .option("--out <file>", "where to write", "kiln-content.ts")
    .option("--check", "writes nothing; exit code 1 when the file is behind the project")
    .action(async (projectId: string, { url, token, out, check }: Given) => {
      const text = generate(await readProject({ url, projectId, token: tokenOf(token) }));
      if (check) checkFile(out, text);
      else writeFile(out, text);
    });
}

function tokenOf(given: string | undefined): string {
  const token = (given ?? "").trim();
  if (token === "")
    throw new CliError(
      "A delivery token of the project is needed: KILN_DELIVERY_TOKEN or --token. " +
        "Its owner makes one: POST /v1/projects/<project>/content/tokens.",
    );
  return token;
}

function checkFile(out: string, text: string): void {
  if (read(out) === text) {
    process.stdout.write(`${out} is in step with the project.\n`);
    return;
  }
  process.stderr.write(`${out} is behind the project. Run the same command without --check.\n`);
  process.exitCode = 1;
}

function writeFile(out: string, text: string): void {
  try {
    // a watcher need not build again for nothing
    if (read(out) === text) {
      process.stdout.write(`${out} is in step with the project already.\n`);
      return;
    }
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(out, text);
  } catch (error) {
    throw new CliError(`${out} cannot be written (${(error as Error).message}). Name another file: --out.`);
  }
  process.stdout.write(`Wrote ${out}.\n`);
}

/** Null: there is no such file. */
function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new CliError(`${path} cannot be read (${(error as Error).message}). Name another file: --out.`);
  }
}
