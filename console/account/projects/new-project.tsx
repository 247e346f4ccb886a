import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { projectsCreate } from "../../../sdk/generated/operations.js";
import { call } from "../../kiln.js";
import { Dialog } from "../../parts/dialog.js";
import { Failed } from "../../parts/states.js";
import { useUnsaved } from "../../parts/use-unsaved.js";
import { useProject } from "../../shell/chosen-project.js";
import { newId } from "./new-id.js";

/** Makes a project and opens its page, where people are invited. */
export function NewProject({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { choose } = useProject();
  const [name, setName] = useState("");
  useUnsaved(name !== "");
  // A second try after a lost answer sends the same id.
  const [id] = useState(newId);
  const make = useMutation({
    mutationFn: () => call(projectsCreate, { id, name: name.trim() }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["projects"] });
      // The new project becomes the chosen one, because the person's next steps are meant for it.
      choose(id);
      onClose();
      await navigate({ to: "/app/account/projects/$id", params: { id } });
    },
  });
  return (
    <Dialog title="New project" onClose={onClose}>
      <form
        className="asked"
        onSubmit={(event) => {
          event.preventDefault();
          if (!make.isPending) make.mutate();
        }}
      >
        <div className="field">
          <label htmlFor="project-name">Name</label>
          <input
            id="project-name"
            data-first
            className="input"
            required
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <span className="hint">Everybody in it reads and changes everything in it.</span>
        </div>
        {make.error !== null && <Failed error={make.error} />}
        <div className="acts">
          <button type="submit" className="button main" aria-disabled={make.isPending}>
            {make.isPending ? "Making …" : "Make the project"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
