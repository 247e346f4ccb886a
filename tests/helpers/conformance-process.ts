/**
 * The command of the protocol's conformance suite, as often as it is told, in one process: it loads 860 KB of code, which took 1.4 s of
 * a processor for each of 30 scenarios, and does its work in a tenth of that. Each run is a module of its own, and ends where the command
 * would end its process.
 *
 *     node conformance-process.js <path of the command> <JSON: the arguments of each run>
 */
import { pathToFileURL } from "node:url";

const [command = "", runs = "[]"] = process.argv.slice(2);
const OVER = new Error("The run is over.");
const end = process.exit.bind(process);

// What a run left under way may still fail in the time of the next one.
process.on("unhandledRejection", (reason) => {
  if (reason !== OVER) console.error(reason);
});

for (const [at, args] of (JSON.parse(runs) as string[][]).entries()) {
  process.argv = [process.execPath, command, ...args];
  await new Promise<void>((resolve) => {
    process.exit = () => {
      resolve();
      throw OVER;
    };
    import(`${pathToFileURL(command).href}?run=${at}`).catch((error: unknown) => {
      if (error !== OVER) console.error(error);
      resolve();
    });
  });
}
end(0);
