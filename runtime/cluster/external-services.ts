/**
 * The pattern of an entry: `service.action` or `service.*`. A service with a version begins with it, as in
 * `v2.orders.list`.
 */
const ENTRY = /^((?:v\d{1,4}\.)?[A-Za-z][\w-]{0,63})\.(\*|[A-Za-z][\w-]{0,63})$/;
/** The pattern of a service's name that would read as the version of another one. */
const VERSION_ALONE = /^v\d+$/;

/** Reads `EXTERNAL_SERVICES` and returns its entries; null if one of them is not valid. */
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

/** The whitelist `EXTERNAL_SERVICES` of the third parties' services and actions that are served. */
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

  /** Returns true if the whitelist has an entry of the service with this full name. */
  names(service: string): boolean {
    return this.#names.has(service);
  }

  /** Returns true if the whitelist lists an action of the service with this full name. */
  lists(service: string, action: string): boolean {
    return this.entries.includes(`${service}.*`) || this.entries.includes(`${service}.${action}`);
  }

  /**
   * Returns the first entry that has the name of one of the given services, with or without a version;
   * undefined if there is none.
   */
  entryOf(own: readonly string[]): string | undefined {
    return this.entries.find((entry) => own.includes(entry.replace(/^v\d+\./, "").split(".")[0] ?? ""));
  }
}
