import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { Dialog } from "../parts/dialog.js";
import { type CatalogModel, jobs, KIND_NAMES } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";
import { worksOnFile } from "./fields.js";
import { abilitiesOf, priceOf } from "./price.js";
import { aboutSeconds, speedOf } from "./speed.js";
import { aboutModel, shortName } from "../parts/model-name.js";

interface Given {
  models: readonly CatalogModel[];
  chosen: CatalogModel;
  choose: (model: CatalogModel) => void;
}

const KINDS = ["image", "video", "audio", "upscale"] as const;

/** Shows the kinds of work and the chosen model; a window lists all models of the kind. */
export function ModelPicker({ models, chosen, choose }: Given) {
  const [isOpen, setOpen] = useState(false);
  const ofKind = models.filter(({ kind }) => kind === chosen.kind);
  return (
    <div className="field">
      <fieldset>
        <legend className="unseen">Kind</legend>
        <div className="choices kinds">
          {KINDS.filter((kind) => models.some((model) => model.kind === kind)).map((kind) => (
            <label key={kind}>
              <input
                type="radio"
                name="kind"
                className="unseen"
                checked={kind === chosen.kind}
                onChange={() => {
                  const own = models.filter((model) => model.kind === kind);
                  const first = own.find((model) => !worksOnFile(model)) ?? own[0];
                  if (first !== undefined) choose(first);
                }}
              />
              {KIND_NAMES[kind]}
            </label>
          ))}
        </div>
      </fieldset>
      <button type="button" className="model" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Described model={chosen} isShort />
        <span className="small accent-text">Change</span>
      </button>
      {isOpen && (
        <Dialog title="Choose a model" onClose={() => setOpen(false)}>
          <ul className="models">
            {ofKind.map((model) => (
              <li key={model.id}>
                <button
                  type="button"
                  className="model"
                  aria-pressed={model.id === chosen.id}
                  onClick={() => {
                    choose(model);
                    setOpen(false);
                  }}
                >
                  <Described model={model} />
                  {model.id === chosen.id && <Check aria-hidden size={20} />}
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </div>
  );
}

/**
 * Shows a model with its price and its recent duration; in the window also its provider's description and its
 * capabilities.
 */
function Described({ model, isShort = false }: { model: CatalogModel; isShort?: boolean }) {
  const { projectId } = useProject();
  const seconds = speedOf(useQuery(jobs(projectId)).data?.jobs ?? [], model.id);
  return (
    <span className="described">
      <span>
        <strong>{shortName(model.displayName)}</strong>{" "}
        {model.paidOnly && <span className="badge">Paid plans</span>}
      </span>
      <span className="soft small">
        {!isShort && aboutModel(model.displayName) !== "" && `${aboutModel(model.displayName)} · `}
        {priceOf(model)}
        {!isShort && ` · ${abilitiesOf(model)}`}
        {seconds !== null && ` · about\u00a0${aboutSeconds(seconds)}`}
      </span>
    </span>
  );
}
