/**
 * Runs the command of MCP's conformance suite several times in one process. Loading its 860 KB of code took 1.4 s of processor
 * time for each of 30 scenarios, and the scenario itself a tenth of that. Each run is a module of its own and ends where the
 * command would end its process.
 *
 * node conformance-process.js <path of the command> <JSON: the arguments of each run>
 */
import { pathToFileURL } from "node:url";

const [command = "", runs = "[]"] = process.argv.slice(2);
const OVER = new Error("The run is over.");
const end = process.exit.bind(process);

// Work that one run left behind may still fail during the next run.
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
