import type { ExecutionContext } from "ava";

type Run = (t: ExecutionContext, ...args: unknown[]) => unknown;
export type Hook = (t: ExecutionContext) => unknown;

export interface RecordedTest {
  title: string;
  isSerial: boolean;
  run: Hook;
}

/** What one test file declared, before AVA hears of it. */
export class RecordedFile {
  readonly tests: RecordedTest[] = [];
  readonly before: Hook[] = [];
  readonly beforeEach: Hook[] = [];
  readonly afterEach: Hook[] = [];
  readonly after: Hook[] = [];
  /** Why the file could not be loaded. */
  fault: unknown = null;
}

let loading: RecordedFile | null = null;

function current(): RecordedFile {
  if (loading === null) throw new Error("A test file declares its tests and hooks while it is loaded.");
  return loading;
}

/** Loads a test file and gives what it, and the helpers that it calls, declared. */
export async function record(load: () => Promise<unknown>): Promise<RecordedFile> {
  const file = (loading = new RecordedFile());
  try {
    await load();
  } catch (error) {
    file.fault = error;
  } finally {
    loading = null;
  }
  return file;
}

const test =
  (isSerial: boolean) =>
  (title: string, run: Run, ...args: unknown[]) => {
    current().tests.push({ title, isSerial, run: (t) => run(t, ...args) });
  };

const hook = (hooks: (file: RecordedFile) => Hook[]) => {
  const add = (run: Hook) => void hooks(current()).push(run);
  return Object.assign(add, { always: add });
};

/** Stands in for AVA's `test`. It has only what our tests use; anything else fails the file by its name. */
// oxlint-disable-next-line import/no-default-export -- it stands in for one
export default Object.assign(test(false), {
  serial: test(true),
  before: hook(({ before }) => before),
  beforeEach: hook(({ beforeEach }) => beforeEach),
  afterEach: hook(({ afterEach }) => afterEach),
  after: hook(({ after }) => after),
});
