import { matches, type Check, type Problem, type SourceFile } from "./check.js";
import { codeOf } from "./code-of.js";

interface Ban {
  pattern: RegExp;
  /** Files for which the ban holds. */
  where: RegExp;
  /** Files that are the one right place. */
  except: RegExp;
  message: string;
}

const PRODUCT = /^(?!tests\/|checks\/|bench\/).*\.ts$/;

const BANS: readonly Ban[] = [
  {
    pattern: /\b(?:ctx|broker)\??\.(?:call|mcall)\s*[<(]/g,
    where: PRODUCT,
    except: /^(runtime\/(actions\/call|cluster\/nodes)|services\/gateway\/external\/call-external)\.ts$/,
    message: "calls an action by its name: use the typed call() of the host",
  },
  {
    pattern:
      /\b(?:getRepository|Repository|DataSource|EntityManager)\b|\bcreateQueryBuilder\b|\.manager\b|\bdataSource\.(?:query|transaction|createQueryRunner)\b/g,
    where: PRODUCT,
    // The life mark of a process has a connection of its own.
    except: /^(runtime\/|migrations\/|entities\/|engines\/durable-queue\/life-mark\.ts$)/,
    message: "reaches the database without runtime/database/transaction",
  },
  {
    pattern:
      /\btypeorm\/driver\/|\b(?:createQueryRunner|escapeQueryWithParameters|obtainMasterConnection)\s*=|\b(?:obtainMasterConnection|transactionDepth|stmtCache|buildMetadatas|ContextFactory|_command|generateTokenId)\b|\bbroker\??\.registry\b(?!\.(?:hasService|getServiceList)\b)|\.transit\b|\{[^{}]*\btransit\b[^{}]*\}\s*=(?!=)|\b(?:pendingRequests|removePendingRequest|discoverer)\b/g,
    where: PRODUCT,
    except: /^runtime\/private-parts\//,
    message: "is a private part of a library: it has its function in runtime/private-parts",
  },
  {
    pattern: /\.(?:only|skip|todo|failing)\b\s*\(/g,
    where: /^tests\/.*\.test\.ts$/,
    except: /^$/,
    message: "a test that does not run, or runs alone",
  },
  {
    // A test with a time limit of its own cancels AVA's limit for the run, which is never set again.
    pattern: /\bt\.timeout\s*\(/g,
    where: /^tests\/.*\.test\.ts$/,
    except: /^$/,
    message: "switches off AVA's time limit for tests that hang (tests/run/run-ava.ts)",
  },
  {
    pattern: /\bprocess\.env\b/g,
    where: /^(services|plugins|contracts|entities|runtime|engines)\//,
    // The second file gives a child process a bare environment.
    except: /^(runtime\/config\/|runtime\/process\/studio\/studio-process\.ts$)/,
    message: "reads the environment outside of runtime/config",
  },
  {
    pattern: /(?<!\b(?:path|posix|win32))\.normalize\s*\(/g,
    where: PRODUCT,
    // The console normalizes what the person at it has typed.
    except: /^(contracts\/normalize-text\.ts$|console\/)/,
    message: "takes time that grows with the square of a run of marks: use normalizeText (ADR-0111)",
  },
  {
    // The pattern also finds the query taken apart, as a parameter or from the request.
    pattern:
      /\b(?:request|req)\??\.query\b|\{[^{}]*\bquery\b[^{}]*\}\s*(?::\s*FastifyRequest\b|=\s*(?:request|req)\b(?!\s*[.(]))/g,
    where: /^services\/gateway\//,
    except: /^$/,
    message: "is always empty on the server's own requests: read the query from the URL",
  },
];

/** Finds code that has one right place in other files. Comments do not count. */
export function checkForbiddenCode(files: readonly SourceFile[]): Problem[] {
  const problems: Problem[] = [];
  for (const { path, text } of files) {
    const bans = BANS.filter(({ where, except }) => where.test(path) && !except.test(path));
    if (bans.length === 0) continue;
    const code = codeOf(text);
    for (const { pattern, message } of bans) {
      for (const { line, match } of matches(code, pattern)) {
        problems.push({ path, line, message: `${match[0].trim()} ${message}` });
      }
    }
  }
  return problems;
}

export const forbiddenCode: Check = { name: "mechanisms are used where they live", run: checkForbiddenCode };
