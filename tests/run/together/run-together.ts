/**
 * Several test files in one process, one after the other. What a test of the http ring costs is above all a process that
 * loads 2,500 modules and runs each of them for the first time; the next file finds them loaded and warm.
 */
import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { leaveTime, spentMs } from "../file-time.js";
import { declareFile } from "./declare-file.js";
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

  // AVA fails what still waits when nothing else keeps the process; a file's own timers may not.
  const stay = setInterval(() => {}, 60_000);
  // AVA takes what is declared in one go.
  let mine: Promise<void> = Promise.resolve();
  for (const { path, label, mark, file } of recorded) {
    const { promise, resolve } = Promise.withResolvers<void>();
    let begin = { ms: 0, cpuMs: 0 };
    declareFile(label, file, {
      mine,
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
