import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Workflow } from "lucide-react";
import { workflowsCreate } from "../../sdk/generated/operations.js";
import { call } from "../kiln.js";
import type { MediaKind } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";
import { useSay } from "../shell/toasts.js";

/** Begins a workflow with a file, and goes there. */
export function UseInWorkflow({
  storageId,
  kind,
  className,
}: {
  storageId: string;
  kind: MediaKind;
  className: string;
}) {
  const { projectId } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const say = useSay();
  const make = useMutation({
    mutationFn: () =>
      call(workflowsCreate, {
        projectId,
        graph: {
          nodes: [{ id: `${kind}1`, type: `${kind}Input`, x: 0, y: 0, data: { storageId } }],
          edges: [],
        },
      }),
    onSuccess: ({ workflow: { id } }) => {
      void client.invalidateQueries({ queryKey: ["workflows"] });
      return navigate({ to: "/app/workflows/$id", params: { id } });
    },
    onError: (error) => say(error.message),
  });
  return (
    <button
      type="button"
      className={className}
      aria-disabled={make.isPending}
      onClick={() => !make.isPending && make.mutate()}
    >
      <Workflow aria-hidden size={16} /> Use in a workflow
    </button>
  );
}
