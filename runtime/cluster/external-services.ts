/** `service.action` or `service.*`; a service with a version begins with it, as in `v2.orders.list`. */
const ENTRY = /^((?:v\d{1,4}\.)?[A-Za-z][\w-]{0,63})\.(\*|[A-Za-z][\w-]{0,63})$/;
/** The name of a service that would read as the version of another one. */
const VERSION_ALONE = /^v\d+$/;

/** Reads `EXTERNAL_SERVICES`; null when an entry is none. */
export function externalServices(text: string): readonly string[] | null {
  const entries = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  return entries.every((entry) => {
    const name = ENTRY.exec(entry)?.[1];
    return name !== undefined && !VERSION_ALONE.test(name);
  })
    ? entries
    : null;
}

/** Which services and actions of third parties are served: the whitelist `EXTERNAL_SERVICES`. */
export class ExternalServices {
  readonly entries: readonly string[];
  readonly #names: ReadonlySet<string>;

  constructor(entries: readonly string[]) {
    this.entries = entries;
    this.#names = new Set(entries.map((entry) => entry.slice(0, entry.lastIndexOf("."))));
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  /** Whether a service is named, by its full name. */
  names(service: string): boolean {
    return this.#names.has(service);
  }

  /** Whether an action is listed, by the full name of its service. */
  lists(service: string, action: string): boolean {
    return this.entries.includes(`${service}.*`) || this.entries.includes(`${service}.${action}`);
  }

  /** The first entry with the name of one of the given services, with or without a version; undefined without any. */
  entryOf(own: readonly string[]): string | undefined {
    return this.entries.find((entry) => own.includes(entry.replace(/^v\d+\./, "").split(".")[0] ?? ""));
  }
}
