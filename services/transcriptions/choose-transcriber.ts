import { invalidParams } from "../../contracts/errors.js";
import type { TranscriberOffer } from "../../plugins/kit/transcriber.js";
import type { Host } from "../../runtime/process/host.js";
import { workableTranscribers } from "../../runtime/plugins/workable-providers.js";
import { readCircuit } from "../generation/index.js";

/** Every transcriber that some process works with, each once. */
export function offersOf(
  host: Pick<Host, "plugins" | "hosted" | "announcedTranscribers">,
): TranscriberOffer[] {
  const all = [...workableTranscribers(host.plugins, host.hosted), ...host.announcedTranscribers()];
  return [...new Map(all.map((offer) => [offer.id, offer])).values()];
}

/**
 * Those that understand a language (null: whichever it is), the preferred ones first. None at all where nobody
 * transcribes; throws invalid_params, naming the languages, where somebody does and nobody understands it.
 */
export function candidates(offers: readonly TranscriberOffer[], language: string | null): TranscriberOffer[] {
  const able = offers.filter((offer) => language === null || understands(offer, language));
  if (able.length === 0 && offers.length > 0) {
    const known = [...new Set(offers.flatMap(({ languages = [] }) => languages))].toSorted();
    throw invalidParams(`language must be one of ${known.join(", ")}, or left out.`);
  }
  return able.toSorted(
    (a, b) => (b.preference ?? 0) - (a.preference ?? 0) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
}

/** `en` covers `en-GB`, and who asks for `pt` is served by `pt-BR`. */
function understands({ languages }: TranscriberOffer, language: string): boolean {
  const wanted = language.toLowerCase();
  return (
    languages === undefined ||
    languages.some((known) => {
      const own = known.toLowerCase();
      return wanted === own || wanted.startsWith(`${own}-`) || own.startsWith(`${wanted}-`);
    })
  );
}

/** The first whose provider's circuit is not open; where all are, the first: it says when to come again. */
export async function firstWorking(
  host: Host,
  able: readonly TranscriberOffer[],
): Promise<TranscriberOffer | null> {
  for (const offer of able) if ((await readCircuit(host.read, offer.provider)).state !== "open") return offer;
  return able[0] ?? null;
}

/** Who would be asked for a language now, whatever the circuits are; null where nobody is there. */
export function transcriberFor(
  host: Pick<Host, "plugins" | "hosted" | "announcedTranscribers">,
  language: string | null,
): string | null {
  const offers = offersOf(host);
  const able = offers.filter((offer) => language === null || understands(offer, language));
  return able.length === 0 ? null : (candidates(able, language)[0]?.id ?? null);
}
