import type { Scope, ScopeArea } from "../../../contracts/scopes.js";

interface Words {
  title: string;
  /**
   * The permissions that `read` gives, and in `change` those that `rw` adds; both texts continue "It can".
   */
  read: string;
  change: string;
  /** A change in this area may cost credits. */
  spends?: boolean;
  /** No route of this version asks for this scope. */
  isUnused?: boolean;
}

/** The words of every scope area, in the order in which the form asks. */
export const SCOPE_WORDS: Readonly<Record<ScopeArea, Words>> = {
  generation: {
    title: "Generate",
    read: "see models, prices and the state of generations",
    change: "generate pictures, films and sound, and cancel what runs",
    spends: true,
  },
  media: {
    title: "Files",
    read: "see and download your files and transcripts",
    change: "upload, import, publish and delete files, and transcribe them",
    spends: true,
  },
  workflows: {
    title: "Workflows",
    read: "see workflows, their runs and their triggers",
    change: "build, run, stop and delete workflows, and set their triggers",
    spends: true,
  },
  content: {
    title: "Content",
    read: "read types, drafts, documents and webhooks",
    change: "write, translate, publish and delete documents, change types, and make delivery tokens",
    spends: true,
  },
  projects: {
    title: "Projects",
    read: "see projects, their members and what they spent",
    change: "make, change and delete projects, invite and remove members",
  },
  account: {
    title: "Account",
    read: "see your profile, balance, ledger and activity",
    change: "make payment links, cancel the plan, make and revoke API keys, and limit or disconnect agents",
  },
  agents: {
    title: "Automations",
    read: "see standing automations",
    change: "set up standing automations",
    isUnused: true,
  },
  integrations: {
    title: "Integrations",
    read: "see connected sources",
    change: "connect and disconnect sources",
    isUnused: true,
  },
  cuts: { title: "Cuts", read: "see video edits", change: "make and change video edits", isUnused: true },
  plugins: { title: "Plugins", read: "see plugins", change: "install plugins", isUnused: true },
  community: {
    title: "Community",
    read: "see community templates",
    change: "share templates",
    isUnused: true,
  },
  build: { title: "Build", read: "see app builders", change: "connect app builders", isUnused: true },
};

export type Choice = "none" | "read" | "rw";
export type Chosen = Readonly<Partial<Record<ScopeArea, Choice>>>;
const AREAS = Object.keys(SCOPE_WORDS) as readonly ScopeArea[];

/** Returns the areas that no route of this version asks for, or all others. */
export const areasThat = (isUnused: boolean): readonly ScopeArea[] =>
  AREAS.filter((area) => (SCOPE_WORDS[area].isUnused ?? false) === isUnused);

export const scopesOf = (chosen: Chosen): Scope[] =>
  AREAS.flatMap((area) => {
    const choice = chosen[area] ?? "none";
    return choice === "none" ? [] : [`${area}:${choice}` as const];
  });

/** Returns one sentence for each area that the scopes allow; null means all scopes. */
export function sentencesOf(scopes: readonly string[] | null): string[] {
  if (scopes === null) return ["It can do everything that you can do."];
  const said = areasThat(false).flatMap((area) => {
    const { title, read, change, spends } = SCOPE_WORDS[area];
    if (scopes.includes(`${area}:rw`))
      return [`${title}: it can ${read}; ${change}${spends ? ", which spends credits" : ""}.`];
    return scopes.includes(`${area}:read`) ? [`${title}: it can ${read}. It changes nothing.`] : [];
  });
  const unused = areasThat(true).filter((area) => scopes.some((scope) => scope.startsWith(`${area}:`)));
  if (unused.length === 0) return said;
  const names = unused.map((area) => SCOPE_WORDS[area].title).join(", ");
  return [...said, `${names}: kept for later versions, and of no effect now.`];
}
