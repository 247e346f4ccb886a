import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";

const execute = promisify(execFile);

/**
 * Release that this one has to run beside (ADR-0076), with its commit and migrations. Whoever makes a release puts the previous
 * one here.
 */
export const PREVIOUS = {
  commit: "99e1f49ff3a1f1ee897b48ee2fd5a63c86f9257a",
  migrations: [
    "Foundation1795219200000",
    "Projects1795305600000",
    "PublishedObjects1795309200000",
    "Content1795392000000",
    "ContentServices1795392060000",
    "TaskRerun1795478400000",
    "DocumentWalk1795564800000",
    "ChangeFiles1795651200000",
    "People1795658400000",
    "ProviderTrust1795662000000",
    "Workflows1795665600000",
    "DraftEntries1795669200000",
    "Oauth1795672800000",
    "Transcriptions1795677000000",
    "Backlogs1795690000000",
    "KeptGrants1795694000000",
    "TranscriptionWakes1795752000000",
    "AccountEvents1795780800000",
    "MeasuredMedia1795790000000",
    "WorkflowActors1795800000000",
    "MovedItems1795810000000",
    "WorkflowTriggers1795820000000",
    "Budgets1795830000000",
    "TriggerCredentials1795900000000",
    "CausedBudgets1795901000000",
    "TriggerOwners1795920000000",
    "Audit1795940000000",
    "AgentQuestions1795941000000",
    "TaskTraces1795950000200",
    "NodeProgress1795950000400",
    "BudgetProjects1795950000600",
  ],
};

/** Glob of the sources that a process needs, without its tests and its console. */
const SOURCES = "{*.ts,{contracts,runtime,services,plugins,entities,migrations}/**/*.ts}";

export interface PreviousRelease {
  /** Path of the script that `node` starts. */
  main: string;
  remove(): Promise<void>;
}

/** Builds the previous release from this repository's history. Returns null where the history was not cloned. */
export async function makePreviousRelease(): Promise<PreviousRelease | null> {
  const git = (...args: string[]) => execute("git", ["-C", PACKAGE_ROOT, ...args]);
  const isThere = await git("cat-file", "-e", `${PREVIOUS.commit}^{commit}`).then(
    () => true,
    () => false,
  );
  if (!isThere) return null;
  const folder = await mkdtemp(join(tmpdir(), "kiln-previous-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, "sources.tar");
    const root = join(folder, "kiln");
    await mkdir(root);
    await git("archive", "--format=tar", "-o", archive, PREVIOUS.commit);
    await execute("tar", ["-xf", archive, "-C", root]);
    // It uses the packages of this release, which may differ from those that the earlier release asked for.
    await symlink(join(PACKAGE_ROOT, "node_modules"), join(root, "node_modules"));
    const files = globSync(SOURCES, { cwd: root }).filter((file) => !file.endsWith(".d.ts"));
    await build({
      entryPoints: files.map((file) => join(root, file)),
      outdir: join(root, "dist"),
      outbase: root,
      format: "esm",
      platform: "node",
      target: "node24",
      tsconfig: join(root, "tsconfig.json"),
      logLevel: "error",
    });
    return { main: join(root, "dist/main.js"), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
