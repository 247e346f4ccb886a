/**
 * Runs several test files in one process, one after the other. Most of the time of a file of the http ring goes into loading 2,500
 * modules and running each of them for the first time; the later files of the process find them loaded and compiled.
 */
import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import beginInTurn from "../begin-in-turn.js";
import { leaveTime, spentMs } from "../file-time.js";
import { declareFile } from "./declare-file.js";
import { IN_TURN } from "./form-groups.js";
import { record, type RecordedFile } from "./recorded-file.js";
import type { Member } from "./write-groups.js";

const OWN = new URL("../", import.meta.url).href;
const RECORDER = new URL("recorded-file.js", import.meta.url).href;

/** Called by the file of a group (write-groups.ts), which AVA runs. */
export async function runTogether(members: readonly Member[]): Promise<void> {
  registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL ?? "";
      const isOfTest = specifier === "ava" && !parent.startsWith(OWN) && !parent.includes("/node_modules/");
      return isOfTest ? { url: RECORDER, format: "module", shortCircuit: true } : next(specifier, context);
    },
  });
  const recorded: (Member & { file: RecordedFile })[] = [];
  for (const member of members)
    recorded.push({ ...member, file: await record(() => import(pathToFileURL(member.path).href)) });

  // AVA fails tests that still wait when nothing keeps the process alive, and timers of a file may not keep it.
  const stay = setInterval(() => {}, 60_000);
  // AVA wants all tests declared synchronously, so every file was loaded before.
  let mine: Promise<void> = Promise.resolve();
  for (const [at, { path, label, mark, file }] of recorded.entries()) {
    const { promise, resolve } = Promise.withResolvers<void>();
    let begin = { ms: 0, cpuMs: 0 };
    // AVA has waited before the first file.
    const waits = at > 0 && IN_TURN.some((part) => path.includes(part));
    declareFile(label, file, {
      mine: waits ? mine.then(beginInTurn) : mine,
      begun: () => (begin = spentMs()),
      ended: () => {
        const { ms, cpuMs } = spentMs();
        leaveTime(pathToFileURL(path).href, { ms: ms - begin.ms, cpuMs: cpuMs - begin.cpuMs });
        writeFileSync(mark, "");
        resolve();
      },
    });
    mine = promise;
  }
  void mine.then(() => clearInterval(stay));
}
