import { invalidParams } from "../../contracts/errors.js";
import type { TranscriberOffer } from "../../plugins/kit/transcriber.js";
import type { Host } from "../../runtime/process/host.js";
import { workableTranscribers } from "../../runtime/plugins/workable-providers.js";
import { readCircuit } from "../generation/index.js";

/** Returns every transcriber that some process works with, each once. */
export function offersOf(
  host: Pick<Host, "plugins" | "hosted" | "announcedTranscribers">,
): TranscriberOffer[] {
  const all = [...workableTranscribers(host.plugins, host.hosted), ...host.announcedTranscribers()];
  return [...new Map(all.map((offer) => [offer.id, offer])).values()];
}

/**
 * Returns the transcribers that understand a language, the preferred ones first; null asks for all of them. The
 * list is empty when there is no transcriber at all. Throws invalid_params, which names the known languages,
 * when there are transcribers and none of them understands the language.
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

/**
 * Returns true when a transcriber understands a language: `en` covers `en-GB`, and `pt-BR` serves a request
 * for `pt`.
 */
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

/**
 * Returns the first transcriber whose provider's circuit is not open; when all are open, the first one, whose
 * refusal tells when to retry.
 */
export async function firstWorking(
  host: Pick<Host, "read">,
  able: readonly TranscriberOffer[],
): Promise<TranscriberOffer | null> {
  for (const offer of able) if ((await readCircuit(host.read, offer.provider)).state !== "open") return offer;
  return able[0] ?? null;
}

/** Returns the transcriber that a language would get now, whatever its circuit; null when there is none. */
export function transcriberFor(
  host: Pick<Host, "plugins" | "hosted" | "announcedTranscribers">,
  language: string | null,
): string | null {
  const offers = offersOf(host);
  const able = offers.filter((offer) => language === null || understands(offer, language));
  return able.length === 0 ? null : (candidates(able, language)[0]?.id ?? null);
}
