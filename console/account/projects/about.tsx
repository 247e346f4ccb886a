import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { projectsUpdate } from "../../../sdk/generated/operations.js";
import type { ProjectsGetResult } from "../../../sdk/generated/types.js";
import { call } from "../../kiln.js";
import { Meter } from "../../parts/meter.js";
import { Failed } from "../../parts/states.js";
import { useUnsaved } from "../../parts/use-unsaved.js";
import { useSay } from "../../shell/toasts.js";
import { day } from "../../words.js";
import { EditLimits } from "../limits/edit-limits.js";
import { wordsOf } from "../limits/limits.js";

/** Shows the name and the description of a project, and to its owner the budget. */
export function About({ detail, isOwn }: { detail: ProjectsGetResult; isOwn: boolean }) {
  const { project } = detail;
  const isOwner = project.role === "owner";
  return (
    <section className="card" aria-labelledby="about">
      <h2 id="about">About</h2>
      {isOwner ? (
        <Names key={project.id} detail={detail} isOwn={isOwn} />
      ) : (
        <>
          {project.description !== null && <p>{project.description}</p>}
          <p className="soft small">
            {project.owner.name ?? project.owner.email} owns it since {day(project.createdAt)} and pays for
            work in it.
          </p>
        </>
      )}
      {isOwner && !isOwn && <Budget detail={detail} />}
    </section>
  );
}

function Names({ detail: { project }, isOwn }: { detail: ProjectsGetResult; isOwn: boolean }) {
  const client = useQueryClient();
  const say = useSay();
  // Only what was typed is held here: the project is read again when an invite is answered or limits are saved.
  const [typed, setTyped] = useState<{ name?: string; description?: string }>({});
  const { name = project.name, description = project.description ?? "" } = typed;
  const isNamed = name.trim() !== project.name;
  const isDescribed = description.trim() !== (project.description ?? "");
  const isChanged = isNamed || isDescribed;
  useUnsaved(isChanged, { question: { title: "The project is not saved" } });
  const save = useMutation({
    mutationFn: () =>
      call(projectsUpdate, {
        id: project.id,
        ...(isNamed && { name: name.trim() }),
        ...(isDescribed && { description: description.trim() === "" ? null : description.trim() }),
      }),
    onSuccess: async () => {
      await Promise.all(
        [["projects"], ["project", project.id]].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
      // What was typed during the save stays.
      setTyped((now) => (now === typed ? {} : now));
      say("The project is saved.");
    },
  });
  return (
    <form
      className="asked"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !save.isPending) save.mutate();
      }}
    >
      {!isOwn && (
        <div className="field">
          <label htmlFor="about-name">Name</label>
          <input
            id="about-name"
            className="input"
            required
            value={name}
            onChange={({ target }) => setTyped((old) => ({ ...old, name: target.value }))}
          />
        </div>
      )}
      <div className="field">
        <label htmlFor="about-text">Description</label>
        <textarea
          id="about-text"
          className="input"
          value={description}
          onChange={({ target }) => setTyped((old) => ({ ...old, description: target.value }))}
        />
      </div>
      {save.error !== null && <Failed error={save.error} />}
      <p>
        <button type="submit" className="button" disabled={!isChanged} aria-disabled={save.isPending}>
          Save
        </button>
      </p>
    </form>
  );
}

function Budget({ detail: { project, budget } }: { detail: ProjectsGetResult }) {
  const client = useQueryClient();
  const [isLimiting, setLimiting] = useState(false);
  return (
    <div className="budget">
      <h3>What may be spent in it</h3>
      {budget && budget.dailyCredits !== null && (
        <Meter label="Used today" used={budget.usedToday} of={budget.dailyCredits} />
      )}
      {budget && budget.totalCredits !== null && (
        <Meter label="Used in all" used={budget.usedInAll} of={budget.totalCredits} />
      )}
      <p className="soft small number">{wordsOf(budget)}</p>
      <p>
        <button type="button" className="button small" onClick={() => setLimiting(true)}>
          Set limits
        </button>
      </p>
      {isLimiting && (
        <EditLimits
          name={project.name}
          budget={budget}
          with={[]}
          onClose={() => setLimiting(false)}
          save={async (limits) => {
            const { dailyCredits = null, totalCredits = null } = limits ?? {};
            const asked = limits === null ? null : { dailyCredits, totalCredits };
            await call(projectsUpdate, { id: project.id, budget: asked });
            await client.invalidateQueries({ queryKey: ["project", project.id] });
          }}
        />
      )}
    </div>
  );
}
