import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { contentCreateDocument } from "../../../sdk/generated/operations.js";
import { call } from "../../kiln.js";

/** Returns the mutation that makes an empty document of the type with a given name and opens it. */
export function useNewDocument(projectId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (type: string) => call(contentCreateDocument, { projectId, type }),
    onSuccess: ({ document: { id } }) => {
      for (const key of ["documents", "content-types"]) void client.invalidateQueries({ queryKey: [key] });
      return navigate({ to: "/app/content/documents/$id", params: { id } });
    },
  });
}
