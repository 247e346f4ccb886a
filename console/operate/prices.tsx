import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { modelsAdminUpdate } from "../../sdk/generated/operations.js";
import type { AdminModel, Pricing } from "../../sdk/generated/types.js";
import { call } from "../kiln.js";
import { Dialog } from "../parts/dialog.js";
import { Failed } from "../parts/states.js";
import { useUnsaved } from "../parts/use-unsaved.js";

const UNITS: Readonly<Record<keyof Pricing, string>> = {
  creditsPerSecond: "second",
  creditsPerImage: "picture",
  creditsPerRun: "run",
  creditsPerThousandChars: "1,000 letters",
};

/** One price of a model: its unit and the credits. */
interface Price {
  unit: keyof Pricing;
  /** The resolution or quality that the price is for; null if the price depends on neither. */
  of: string | null;
  credits: number;
}

const listOf = (pricing: Pricing): Price[] =>
  (Object.keys(UNITS) as (keyof Pricing)[]).flatMap((unit): Price[] => {
    const price = pricing[unit];
    if (price === undefined) return [];
    if (typeof price === "number") return [{ unit, of: null, credits: price }];
    return Object.entries(price).map(([of, credits]) => ({ unit, of, credits }));
  });

const labelOf = ({ unit, of }: Price): string =>
  of === null || of === "default" ? `Per ${UNITS[unit]}` : `Per ${UNITS[unit]}, ${of}`;

/** Returns all prices of a model in a few words, such as "5 to 20 per second". */
export function pricesOf(pricing: Pricing): string {
  const all = listOf(pricing);
  if (all.length === 0) return "Free";
  return (Object.keys(UNITS) as (keyof Pricing)[])
    .flatMap((unit) => {
      const found = all.filter((price) => price.unit === unit).map(({ credits }) => credits);
      if (found.length === 0) return [];
      const [least, most] = [Math.min(...found), Math.max(...found)];
      return [`${least === most ? least : `${least} to ${most}`} per ${UNITS[unit]}`];
    })
    .join(", ");
}

function pricingOf(prices: readonly Price[]): Pricing {
  const pricing: Pricing = {};
  for (const { unit, of, credits } of prices) {
    if (unit === "creditsPerSecond" || unit === "creditsPerImage")
      pricing[unit] = { ...pricing[unit], [of ?? "default"]: credits };
    else pricing[unit] = credits;
  }
  return pricing;
}

const isPrice = (text: string) => /^\s*\d{1,7}(\.\d{1,6})?\s*$/.test(text);

/** Sets the prices of a model, or restores those of its provider. */
export function PriceDialog({ model, onClose }: { model: AdminModel; onClose: () => void }) {
  const client = useQueryClient();
  const prices = listOf(model.pricing);
  const [texts, setTexts] = useState(() => prices.map(({ credits }) => String(credits)));
  const isGood = texts.every(isPrice);
  useUnsaved(prices.some(({ credits }, at) => texts[at] !== String(credits)));
  const save = useMutation({
    mutationFn: (pricing: Pricing | null) => call(modelsAdminUpdate, { id: model.id, pricing }),
    onSuccess: async () => {
      await Promise.all(
        [["operate", "models"], ["models"]].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
      onClose();
    },
  });
  return (
    <Dialog title={`Price of ${model.displayName}`} onClose={onClose}>
      <form
        className="asked"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isGood || save.isPending) return;
          save.mutate(pricingOf(prices.map((price, at) => ({ ...price, credits: Number(texts[at]) }))));
        }}
      >
        {prices.length === 0 && <p>This model is free, and its provider names no unit for a price.</p>}
        <div className="limits">
          {prices.map((price, at) => (
            <div className="field" key={labelOf(price)}>
              <label htmlFor={`price-${at}`}>{labelOf(price)}</label>
              <input
                id={`price-${at}`}
                className="input number"
                inputMode="decimal"
                value={texts[at] ?? ""}
                aria-invalid={!isPrice(texts[at] ?? "")}
                onChange={({ target }) =>
                  setTexts((old) => old.map((text, nth) => (nth === at ? target.value : text)))
                }
              />
            </div>
          ))}
        </div>
        <p className="soft small">In credits. Estimates and new work use the price at once.</p>
        {save.error !== null && <Failed error={save.error} />}
        <div className="acts">
          {model.overrides.pricing !== null && (
            <button
              type="button"
              className="button"
              aria-disabled={save.isPending}
              onClick={() => !save.isPending && save.mutate(null)}
            >
              Take the first price again
            </button>
          )}
          <button
            type="submit"
            className="button main"
            disabled={!isGood || prices.length === 0}
            aria-disabled={save.isPending}
          >
            Save the price
          </button>
        </div>
      </form>
    </Dialog>
  );
}
