import { LargestFirst } from "./largest-first.js";

/** Of what a process may keep, the parts of a project and of a token. */
const PART_OF_PROJECT = 1 / 8;
const PART_OF_TOKEN = 1 / 16;
/** What a query takes beside its text: its hash, its place. */
const EACH = 500;

/** In bytes. */
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
  /** The token that registered a hash. */
  registrars: Map<string, string>;
  largest: LargestFirst;
}

/** A text with a letter beyond Latin-1 takes two bytes for each. */
const isWide = (text: string): boolean => /[\u0100-\uFFFF]/.test(text);
const sizeOf = (query: string): number => query.length * (isWide(query) ? 2 : 1) + EACH;

/** What they may take when all of them may take `all` bytes. */
export const boundsOf = (all: number): Bounds => ({
  all,
  project: all * PART_OF_PROJECT,
  token: all * PART_OF_TOKEN,
});

/**
 * Queries that clients of this process registered by their hash (automatic persisted queries). Each project has its own:
 * no project learns what another one asks. Where there is no room, the project that has the most gives way, and within
 * a project the token that has the most; so nobody who registers without end takes the place of who registers little.
 * To find them costs the same however many projects and tokens there are.
 */
export class PersistedQueries {
  readonly #projects = new Map<string, OfProject>();
  readonly #largest = new LargestFirst();
  readonly #bounds: Bounds;
  #size = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** About how many bytes all of them take. */
  get size(): number {
    return this.#size;
  }

  /** What they may take. */
  get budget(): number {
    return this.#bounds.all;
  }

  /** The query that was registered in this project, with whichever of its tokens. */
  get(projectId: string, hash: string): string | undefined {
    const project = this.#projects.get(projectId);
    const queries = project?.tokens.get(project.registrars.get(hash) ?? "")?.queries;
    const query = queries?.get(hash);
    if (queries === undefined || query === undefined) return undefined;
    queries.delete(hash);
    queries.set(hash, query);
    return query;
  }

  /** The caller has seen that the hash is the query's. */
  add({ projectId, tokenId }: Registrar, hash: string, query: string): void {
    const size = sizeOf(query);
    if (size > this.#bounds.token || this.get(projectId, hash) !== undefined) return;
    const project = this.#projects.get(projectId) ?? newProject();
    const token = project.tokens.get(tokenId) ?? { size: 0, queries: new Map<string, string>() };
    this.#projects.set(projectId, project);
    project.tokens.set(tokenId, token);
    project.registrars.set(hash, tokenId);
    token.queries.set(hash, query);
    this.#grow({ projectId, tokenId }, project, token, size);
    while (token.size > this.#bounds.token) this.#drop(projectId, tokenId);
    while (project.size > this.#bounds.project) this.#dropOf(projectId);
    while (this.#size > this.#bounds.all) this.#dropOf(this.#largest.first ?? projectId);
  }

  #dropOf(projectId: string): void {
    this.#drop(projectId, this.#projects.get(projectId)?.largest.first ?? "");
  }

  /** Drops the query of a token that was used least lately. */
  #drop(projectId: string, tokenId: string): void {
    const project = this.#projects.get(projectId);
    const token = project?.tokens.get(tokenId);
    const [hash, query] = token?.queries.entries().next().value ?? [];
    if (project === undefined || token === undefined || hash === undefined || query === undefined)
      throw new Error("There is more than there are queries.");
    token.queries.delete(hash);
    project.registrars.delete(hash);
    this.#grow({ projectId, tokenId }, project, token, -sizeOf(query));
    if (token.queries.size === 0) project.tokens.delete(tokenId);
    if (project.tokens.size === 0) this.#projects.delete(projectId);
  }

  #grow({ projectId, tokenId }: Registrar, project: OfProject, token: Registered, by: number): void {
    this.#size += by;
    project.size += by;
    token.size += by;
    project.largest.set(tokenId, token.size);
    this.#largest.set(projectId, project.size);
  }
}

const newProject = (): OfProject => ({
  size: 0,
  tokens: new Map(),
  registrars: new Map(),
  largest: new LargestFirst(),
});
