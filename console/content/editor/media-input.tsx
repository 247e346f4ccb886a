import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Image, Sparkles } from "lucide-react";
import { object } from "../../library/object.js";
import { share } from "../../library/send-file.js";
import { titleOf, useMakers } from "../../parts/makers.js";
import { MediaPicker } from "../../parts/media-picker.js";
import { Thumb } from "../../parts/thumb.js";
import type { MediaKind } from "../../queries.js";
import { useProject } from "../../shell/chosen-project.js";
import { useSay } from "../../shell/toasts.js";
import { ChosenButtons } from "./chosen-buttons.js";
import { GenerateMedia } from "./generate-media.js";
import { useEdit } from "./scalar-inputs.js";
import type { InputGiven } from "./value-input.js";

export const idIn = (value: unknown, key: "storageId" | "documentId"): string | null => {
  const id = (value as Record<string, unknown> | null | undefined)?.[key];
  return typeof id === "string" ? id : null;
};

/** Shows a media field. A chosen file is linked to the project, so that readers get its address. */
export function MediaInput({ kinds, ...given }: InputGiven & { kinds: readonly MediaKind[] }) {
  const { id, label, describedBy } = given;
  const { value, set } = useEdit(given);
  const { projectId } = useProject();
  const say = useSay();
  const [open, setOpen] = useState<"library" | "generate" | null>(null);
  const storageId = idIn(value, "storageId");
  const file = useQuery({ ...object(storageId ?? ""), enabled: storageId !== null });
  const maker = useMakers().get(storageId ?? "");
  const choose = async (chosen: string) => {
    setOpen(null);
    set({ storageId: chosen });
    try {
      await share(chosen, projectId);
    } catch (error) {
      say(`Readers get no address of the file: ${(error as Error).message}`);
    }
  };
  return (
    <div className="media-input">
      {storageId !== null && file.data !== undefined && <Thumb file={file.data.object} />}
      {storageId !== null && file.data === undefined && file.error === null && (
        <span className="skeleton thumb" />
      )}
      <span className="media-input-acts">
        {storageId !== null && (
          <span className="small">
            {file.data !== undefined
              ? titleOf(file.data.object, maker)
              : file.error !== null
                ? "A file that you cannot see"
                : ""}
          </span>
        )}
        <span className="acts-row">
          <ChosenButtons
            id={id}
            label={label}
            describedBy={describedBy}
            choice="Choose a file"
            isChosen={storageId !== null}
            icon={<Image aria-hidden size={16} />}
            open={() => setOpen("library")}
            remove={() => set(undefined)}
          />
          <button
            type="button"
            className="button small"
            aria-label={`Generate: ${label}`}
            onClick={() => setOpen("generate")}
          >
            <Sparkles aria-hidden size={16} /> Generate
          </button>
        </span>
      </span>
      {open === "library" && (
        <MediaPicker
          title={label}
          kinds={kinds}
          onClose={() => setOpen(null)}
          choose={(one) => void choose(one)}
        />
      )}
      {open === "generate" && (
        <GenerateMedia
          title={label}
          kinds={kinds}
          onClose={() => setOpen(null)}
          choose={(one) => void choose(one)}
        />
      )}
    </div>
  );
}
