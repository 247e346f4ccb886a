import type { PluginContext } from "./plugin-context.js";

export interface LoadedPlugin {
  name: string;
  version: string;
  /** The path from which the plugin was loaded; "built in" for built-in plugins. */
  file: string;
  /** If the status is `failed` while a version serves, the newest version was refused. */
  status: "loaded" | "failed" | "off";
  error: string | null;
}

/** A version whose drivers serve. */
interface Serving {
  version: string;
  context: PluginContext;
  /** The last fault of the version, as a sentence. */
  fault: string | null;
}

/** The most characters of an error that Kiln repeats from a plugin. */
const MOST_TOLD = 1000;
/** The most characters of a sentence in the list, which may have words of Kiln's own around a plugin's error. */
const MOST_CHARACTERS = 1300;

/** Cuts an error of a plugin, because a list that is too large for NATS would make its process silent. */
export const toldOf = (message: string): string => message.slice(0, MOST_TOLD);

/**
 * The plugins of this process as operators see them. A row tells about the newest version, and about the one that
 * serves if that is an older one.
 */
export class PluginList {
  readonly #rows = new Map<string, LoadedPlugin>();
  readonly #serving = new Map<string, Serving>();

  get all(): LoadedPlugin[] {
    return [...this.#rows.values()].map((row) => this.#shown(row));
  }

  find(name: string): LoadedPlugin | null {
    const row = this.#rows.get(name);
    return row === undefined ? null : this.#shown(row);
  }

  /** Returns the version that serves in a context; null if that was replaced, refused, removed or switched off. */
  versionOf(context: PluginContext): string | null {
    const serving = this.#serving.get(context.name);
    return serving?.context === context ? serving.version : null;
  }

  /** Lists a version that takes the place of the one before. `context` is null if none of its drivers serve. */
  serve(plugin: LoadedPlugin, context: PluginContext | null): void {
    const { name, version } = plugin;
    this.#rows.set(name, plugin);
    if (context === null) this.#serving.delete(name);
    else this.#serving.set(name, { version, context, fault: null });
  }

  /** Lists a version that was refused; the version that serves goes on. */
  refuse(name: string, file: string, reason: string): void {
    const version = this.#serving.get(name)?.version ?? "";
    this.#rows.set(name, { name, version, file, status: "failed", error: cut(reason) });
  }

  /** Shows a fault of the version that serves beside the plugin. */
  noteFault(name: string, sentence: string): void {
    const serving = this.#serving.get(name);
    if (serving !== undefined) serving.fault = cut(sentence);
  }

  /** Keeps the plugin in the list with the reason why nothing of it serves any more. */
  switchOff(name: string, reason: string): void {
    const row = this.#rows.get(name);
    this.#serving.delete(name);
    if (row) this.#rows.set(name, { ...row, status: "off", error: joined([row.error, cut(reason)]) });
  }

  remove(name: string): void {
    this.#rows.delete(name);
    this.#serving.delete(name);
  }

  #shown(row: LoadedPlugin): LoadedPlugin {
    const name = this.#shownName(row.name);
    const serving = this.#serving.get(row.name);
    if (serving === undefined) return { ...row, name };
    const keeps = row.status === "failed" ? `Version ${serving.version} keeps serving.` : null;
    return { ...row, name, error: joined([row.error, keeps, serving.fault]) };
  }

  /** Returns the plain name of an entry that has no plugin, unless a plugin is called so (rules/operations 15). */
  #shownName(label: string): string {
    const plain = label.replace(/^\.\/|\/$/g, "");
    return this.#rows.has(plain) ? label : plain;
  }
}

const cut = (sentence: string): string => sentence.slice(0, MOST_CHARACTERS);

function joined(sentences: readonly (string | null)[]): string | null {
  const said = sentences.filter((sentence) => sentence !== null);
  return said.length === 0 ? null : said.join(" ");
}
