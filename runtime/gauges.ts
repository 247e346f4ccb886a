/** A number of this process by labels, read when `/metrics` is asked for. */
export interface GaugeSource {
  name: string;
  help: string;
  labels: readonly string[];
  read(): readonly { labels: Readonly<Record<string, string>>; value: number }[];
}

/** What areas tell `/metrics`. */
export class Gauges {
  readonly #sources = new Set<GaugeSource>();

  /** Shows a source until the function that it gives is called. */
  show(source: GaugeSource): () => void {
    this.#sources.add(source);
    return () => void this.#sources.delete(source);
  }

  get sources(): readonly GaugeSource[] {
    return [...this.#sources];
  }
}
