import type { ExecutionContext } from "ava";

type Run = (t: ExecutionContext, ...args: unknown[]) => unknown;
export type Hook = (t: ExecutionContext) => unknown;

export interface RecordedTest {
  title: string;
  isSerial: boolean;
  run: Hook;
}

/** The tests and hooks of one file, recorded before they are declared in AVA. */
export class RecordedFile {
  readonly tests: RecordedTest[] = [];
  readonly before: Hook[] = [];
  readonly beforeEach: Hook[] = [];
  readonly afterEach: Hook[] = [];
  readonly after: Hook[] = [];
  /** The error for which the file could not be loaded; null without one. */
  fault: unknown = null;
}

let loading: RecordedFile | null = null;

function current(): RecordedFile {
  if (loading === null) throw new Error("A test file declares its tests and hooks while it is loaded.");
  return loading;
}

/** Loads a test file and returns the tests and hooks that it and its helpers declared. */
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

/** Replaces AVA's `test`. It has only the members that our tests use; the use of another one is an error of the file. */
// oxlint-disable-next-line import/no-default-export -- it replaces one
export default Object.assign(test(false), {
  serial: test(true),
  before: hook(({ before }) => before),
  beforeEach: hook(({ beforeEach }) => beforeEach),
  afterEach: hook(({ afterEach }) => afterEach),
  after: hook(({ after }) => after),
});
