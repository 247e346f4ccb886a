/** Of all projects of a process, in characters. */
const MAX_CHARACTERS = 16 * 2 ** 20;
/** What one project's may take of it. */
const MAX_OF_PROJECT = 2 * 2 ** 20;
/** What one token's may take of the project's. */
const MAX_OF_TOKEN = 2 ** 20;
/** What a query takes beside its text: its hash, its place. */
const EACH = 500;

export interface Bounds {
  all: number;
  project: number;
  token: number;
}

/** Whose query it is: a project's, registered with one of its tokens. */
export interface Registrar {
  projectId: string;
  tokenId: string;
}

/** Queries by hash, the one that was used least lately first. */
interface Registered {
  size: number;
  queries: Map<string, string>;
}

interface OfProject {
  size: number;
  tokens: Map<string, Registered>;
}

const sizeOf = (query: string): number => query.length + EACH;

/** The one with the most, so that who registers much makes room for the others. */
function largest<T extends { size: number }>(map: ReadonlyMap<string, T>): [string, T] | undefined {
  let found: [string, T] | undefined;
  for (const each of map) if (found === undefined || each[1].size > found[1].size) found = each;
  return found;
}

/**
 * Queries that clients of this process registered by their hash (automatic persisted queries). Each project has its own:
 * no project learns what another one asks. Where there is no room, the project that has the most gives way, and within
 * a project the token that has the most; so nobody who registers without end takes the place of who registers little.
 */
export class PersistedQueries {
  readonly #projects = new Map<string, OfProject>();
  readonly #bounds: Bounds;
  #size = 0;

  constructor(bounds: Bounds = { all: MAX_CHARACTERS, project: MAX_OF_PROJECT, token: MAX_OF_TOKEN }) {
    this.#bounds = bounds;
  }

  /** What all of them take, in characters. */
  get size(): number {
    return this.#size;
  }

  /** The query that was registered in this project, with whichever of its tokens. */
  get(projectId: string, hash: string): string | undefined {
    for (const { queries } of this.#projects.get(projectId)?.tokens.values() ?? []) {
      const query = queries.get(hash);
      if (query === undefined) continue;
      queries.delete(hash);
      queries.set(hash, query);
      return query;
    }
    return undefined;
  }

  /** The caller has seen that the hash is the query's. */
  add({ projectId, tokenId }: Registrar, hash: string, query: string): void {
    if (sizeOf(query) > this.#bounds.token || this.get(projectId, hash) !== undefined) return;
    const project = this.#projects.get(projectId) ?? { size: 0, tokens: new Map<string, Registered>() };
    const token = project.tokens.get(tokenId) ?? { size: 0, queries: new Map<string, string>() };
    this.#projects.set(projectId, project);
    project.tokens.set(tokenId, token);
    token.queries.set(hash, query);
    this.#grow(project, token, sizeOf(query));
    while (token.size > this.#bounds.token) this.#drop(projectId, tokenId);
    while (project.size > this.#bounds.project) this.#dropOf(projectId);
    while (this.#size > this.#bounds.all) this.#dropOf(largest(this.#projects)?.[0] ?? projectId);
  }

  #dropOf(projectId: string): void {
    this.#drop(projectId, largest(this.#projects.get(projectId)?.tokens ?? new Map())?.[0] ?? "");
  }

  /** Drops the query of a token that was used least lately. */
  #drop(projectId: string, tokenId: string): void {
    const project = this.#projects.get(projectId);
    const token = project?.tokens.get(tokenId);
    const [hash, query] = token?.queries.entries().next().value ?? [];
    if (project === undefined || token === undefined || hash === undefined || query === undefined)
      throw new Error("There is more than there are queries.");
    token.queries.delete(hash);
    this.#grow(project, token, -sizeOf(query));
    if (token.queries.size === 0) project.tokens.delete(tokenId);
    if (project.tokens.size === 0) this.#projects.delete(projectId);
  }

  #grow(project: OfProject, token: Registered, by: number): void {
    this.#size += by;
    project.size += by;
    token.size += by;
  }
}
