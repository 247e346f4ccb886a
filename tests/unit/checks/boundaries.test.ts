import test from "ava";
import { checkBoundaries, type Rules } from "../../../checks/boundaries.js";

const rules: Rules = {
  owners: { "balance.ts": "billing", "task.ts": "runtime" },
  crossings: [{ from: "generation", to: "billing", decision: "0002", because: "They commit together." }],
};
const ENTITIES = ["entities/balance.ts", "entities/task.ts", "docs/decisions/0002-x.md"].map((path) => ({
  path,
  text: "",
}));

/** Returns the messages for one file with these imports. */
function problems(path: string, ...specifiers: string[]): string[] {
  const text = specifiers.map((specifier) => `import { it } from "${specifier}";\n`).join("");
  return checkBoundaries([...ENTITIES, { path, text }], rules).map((problem) => problem.message);
}

const allowed: [string, string][] = [
  ["contracts/billing.ts", "zod"],
  ["contracts/billing.ts", "./models.js"],
  ["entities/task.ts", "typeorm"],
  ["entities/task.ts", "../runtime/database/columns.js"],
  ["entities/task.ts", "./balance.js"],
  ["runtime/actions/action.ts", "../../contracts/errors.js"],
  ["runtime/process/host.ts", "../../plugins/kit/storage-driver.js"],
  ["runtime/database/settings.ts", "../../entities/task.js"],
  ["engines/response-cache/cache.ts", "./tiers.js"],
  ["engines/response-cache/cache.ts", "lru-cache"],
  ["engines/response-cache/cache.ts", "../../contracts/errors.js"],
  ["engines/durable-queue/claim.ts", "../../runtime/database/transaction.js"],
  ["engines/durable-queue/claim.ts", "../../runtime/process/clock.js"],
  ["services/billing/close-period.ts", "../../engines/durable-queue/index.js"],
  ["start.ts", "./engines/durable-queue/index.js"],
  ["bench/parts/document-index.ts", "../../engines/document-index/index.js"],
  ["tests/unit/durable-queue/hints.test.ts", "../../../engines/durable-queue/hints.js"],
  ["plugins/kit/define-plugin.ts", "../../contracts/models.js"],
  ["plugins/storage/disk/index.ts", "./write.js"],
  ["plugins/storage/disk/index.ts", "../../kit/storage-driver.js"],
  ["plugins/storage/disk/index.ts", "../../../runtime/http/edge.js"],
  ["services/billing/hold.ts", "../../entities/balance.js"],
  ["services/billing/hold.ts", "../../runtime/database/transaction.js"],
  ["services/billing/hold.ts", "node:crypto"],
  ["services/generation/create-job.ts", "../billing/index.js"],
  ["services/generation/run-job.ts", "../../plugins/kit/model-provider.js"],
  ["start.ts", "./services/billing/billing.service.js"],
  ["tests/unit/billing/hold.test.ts", "../../../services/billing/hold-credits.js"],
  ["cli/ledger.ts", "../services/billing/verify-ledger.js"],
  ["engines/batch-writer/batches.ts", "./scheduler.js"],
  ["engines/document-index/task-pool.ts", "../worker-client/index.js"],
  ["runtime/database/group-commit.ts", "../../engines/batch-writer/index.js"],
  ["services/content/write.ts", "../../engines/batch-writer/index.js"],
];

const refused: [string, string, RegExp][] = [
  ["contracts/billing.ts", "node:crypto", /only zod/],
  ["contracts/billing.ts", "../runtime/ids.js", /only zod and contracts/],
  ["entities/task.ts", "uuid", /no package but typeorm/],
  ["entities/task.ts", "../contracts/billing.js", /entities\/ imports only/],
  ["entities/task.ts", "../runtime/database/transaction.js", /entities\/ imports only/],
  ["migrations/2026.ts", "../entities/balance.js", /migrations\/ imports only runtime/],
  ["runtime/actions/action.ts", "../../services/billing/index.js", /runtime\/ knows no area/],
  [
    "runtime/actions/action.ts",
    "../../plugins/storage/disk/index.js",
    /runtime\/ knows no area and no plugin/,
  ],
  ["runtime/actions/action.ts", "../../entities/balance.js", /belongs to billing/],
  ["runtime/actions/action.ts", "../../entities/index.js", /composition at the root/],
  ["engines/batch-writer/batches.ts", "../../runtime/database/tx.js", /an engine imports only/],
  ["engines/batch-writer/batches.ts", "../document-index/find.js", /has one door/],
  [
    "services/content/write.ts",
    "../../engines/batch-writer/batches.js",
    /engines\/batch-writer has one door/,
  ],
  ["runtime/database/group-commit.ts", "../../engines/batch-writer/batches.js", /has one door/],
  ["start.ts", "./engines/durable-queue/task-queue.js", /has one door, its index\.ts/],
  ["bench/parts/document-index.ts", "../../engines/document-index/task-pool.js", /has one door/],
  ["checks/walk/run.ts", "../../engines/document-index/task-pool.js", /has one door/],
  ["plugins/storage/disk/index.ts", "../../../engines/batch-writer/index.js", /a plugin imports only/],
  [
    "runtime/process/host.ts",
    "../../engines/durable-queue/index.js",
    /only the types of engines\/durable-queue/,
  ],
  ["engines/durable-queue/claim.ts", "../../runtime/actions/call.js", /runs only the rooms database/],
  ["engines/durable-queue/claim.ts", "../../services/billing/index.js", /an engine imports only itself/],
  ["engines/durable-queue/claim.ts", "../../entities/task.js", /an engine imports only itself/],
  ["engines/durable-queue/claim.ts", "../../plugins/kit/storage-driver.js", /an engine imports only itself/],
  ["engines/durable-queue/claim.ts", "../response-cache/cache.js", /has one door/],
  ["engines/durable-queue/claim.ts", "../../start.js", /must not depend on the root/],
  ["plugins/storage/disk/index.ts", "../../../engines/durable-queue/index.js", /a plugin imports only/],
  ["plugins/kit/define-plugin.ts", "../storage/disk/index.js", /a plugin imports only/],
  ["plugins/storage/disk/index.ts", "../gcs/index.js", /a plugin imports only/],
  ["plugins/storage/disk/index.ts", "../../../services/storage/index.js", /a plugin imports only/],
  ["plugins/storage/disk/index.ts", "../../../entities/balance.js", /a plugin imports only/],
  ["services/storage/claim.ts", "../../entities/balance.js", /belongs to billing/],
  ["services/storage/claim.ts", "../../entities/nobody.js", /has no owner/],
  ["services/storage/claim.ts", "../billing/index.js", /not among the crossings/],
  ["services/generation/create-job.ts", "../billing/hold-credits.js", /by call\(\), or by its index/],
  ["services/generation/run-job.ts", "../../plugins/providers/mock/index.js", /through the registry/],
  ["services/generation/run-job.ts", "../../start.js", /must not depend on the root/],
  ["services/generation/run-job.ts", "../../tests/helpers/mock-model.js", /must not depend on tests/],
  ["runtime/actions/action.ts", "../../checks/owners.js", /must not depend on checks/],
];

for (const [path, specifier] of allowed) {
  test(`${path} may import ${specifier}`, (t) => t.deepEqual(problems(path, specifier), []));
}

for (const [path, specifier, reason] of refused) {
  test(`${path} may not import ${specifier}`, (t) => {
    const [message, ...more] = problems(path, specifier);
    t.regex(message ?? "", reason);
    t.deepEqual(more, []);
  });
}

test("an entity may import types of contracts", (t) => {
  const text = 'import type { Kind } from "../contracts/models.js";\n';
  t.deepEqual(checkBoundaries([...ENTITIES, { path: "entities/task.ts", text }], rules), []);
});

test("a type behind the door of an engine is refused like a value", (t) => {
  const text = 'import type { It } from "../../engines/durable-queue/claim.js";\n';
  const found = checkBoundaries([...ENTITIES, { path: "runtime/process/host.ts", text }], rules);
  t.deepEqual(
    found.map(({ message }) => message),
    ["imports engines/durable-queue/claim.ts: engines/durable-queue has one door, its index.ts"],
  );
});

test("runtime/ may import types of the durable queue, and the queue types of any room", (t) => {
  for (const [path, target] of [
    ["runtime/process/host.ts", "../../engines/durable-queue/index.js"],
    ["engines/durable-queue/wake-ups.ts", "../../runtime/cluster/signals.js"],
  ] as const) {
    const text = `import type { It } from "${target}";\n`;
    t.deepEqual(checkBoundaries([...ENTITIES, { path, text }], rules), [], path);
  }
});

test("exports from elsewhere, side effects and dynamic imports count too", (t) => {
  for (const text of [
    'export { it } from "../billing/hold.js";',
    'export * from "../billing/hold.js";',
    'import "../billing/hold.js";',
    'const it = await import("../billing/hold.js");',
    'import {\n  one,\n  two,\n} from "../billing/hold.js";',
    'import type { It } from "../billing/hold.js";',
  ]) {
    const found = checkBoundaries([...ENTITIES, { path: "services/storage/a.ts", text }], rules);
    t.is(found.length, 1, text);
  }
});

test("an import in a comment is none", (t) => {
  const text = '// import { it } from "../billing/hold.js";\n/*\nimport "../billing/hold.js";\n*/\n';
  t.deepEqual(checkBoundaries([...ENTITIES, { path: "services/storage/a.ts", text }], rules), []);
});

test("every entity has an owner, every owner's entity exists, every crossing has its decision record", (t) => {
  const found = checkBoundaries([{ path: "entities/orphan.ts", text: "" }], rules).map((p) => p.message);
  t.deepEqual(found, [
    "has no owner in checks/owners.ts",
    "names entities/balance.ts, which does not exist",
    "names entities/task.ts, which does not exist",
    "generation -> billing cites no decision record",
  ]);
});

test("a crossing stands in the table once", (t) => {
  const twice = { ...rules, crossings: [...rules.crossings, ...rules.crossings] };
  const found = checkBoundaries(ENTITIES, twice).map((problem) => problem.message);
  t.deepEqual(found, ["names generation -> billing twice"]);
});

test("a problem names its line", (t) => {
  const text = 'import { z } from "zod";\n\nimport { it } from "../runtime/ids.js";\n';
  const [problem] = checkBoundaries([...ENTITIES, { path: "contracts/a.ts", text }], rules);
  t.is(problem?.line, 3);
});
