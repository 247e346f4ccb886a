import { queryOptions } from "@tanstack/react-query";
import type { getStorage } from "../../contracts/storage.js";
import { type Answer, read } from "../api.js";

/** One file. */
export const object = (storageId: string) =>
  queryOptions({
    queryKey: ["object", storageId],
    queryFn: ({ signal }) => read<Answer<typeof getStorage>>(`/v1/storage/${storageId}`, signal),
  });
