import type { PluginPoints, PointName } from "../../plugins/kit/define-plugin.js";
import { seeThrough } from "./see-through.js";

/** The members of a driver that are data. */
type DataOf<D> = {
  [K in keyof D as NonNullable<D[K]> extends (...given: never[]) => unknown ? never : K]-?: true;
};

/** What drivers declare, by extension point. The type is a record, so that the compiler demands every member. */
const DECLARED: { [P in Exclude<PointName, "service">]: DataOf<PluginPoints[P]> } & {
  /** What else a service declares holds functions, and is prepared once (`prepareService`). */
  service: { name: true };
} = {
  modelProvider: {
    id: true,
    models: true,
    resubmit: true,
    deadlineSeconds: true,
    resultOrigins: true,
    inputLimits: true,
    concurrency: true,
    perPayer: true,
  },
  textModel: { id: true, displayName: true, creditsPerThousandTokens: true, maxOutputTokens: true },
  workflowNode: {
    type: true,
    version: true,
    title: true,
    description: true,
    inputs: true,
    outputs: true,
    settings: true,
    takes: true,
    isPure: true,
    isFresh: true,
    unpriced: true,
  },
  transcriber: {
    id: true,
    displayName: true,
    provider: true,
    preference: true,
    languages: true,
    resubmit: true,
    concurrency: true,
    perPayer: true,
    deadlineSeconds: true,
  },
  applications: { id: true, applications: true, collections: true, thumbs: true },
  storageDriver: { scheme: true },
  paymentGateway: { id: true },
  mailer: { id: true },
  graphqlPlugin: { id: true },
  service: { name: true },
};

/**
 * Returns the driver with a copy of the data that it declares. What is checked, claimed and announced is that copy, so
 * a getter that throws later, or a list that changes, reaches nobody (rules/models 50). Functions run on the driver
 * itself. Throws what a getter throws now.
 */
export function readOnce<D>(point: PointName, driver: D): D {
  if (typeof driver !== "object" || driver === null) return driver;
  const keys = Object.keys(DECLARED[point]);
  const copies = Object.fromEntries(keys.map((key) => [key, plain(Reflect.get(driver, key))]));
  return seeThrough(driver, (call) => call.bind(driver), copies);
}

/** Returns a copy of the data in a value, without the functions. */
function plain(value: unknown): unknown {
  if (typeof value === "function") return undefined;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}
