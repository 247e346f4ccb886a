import { uuid } from "../../../../contracts/ids.js";

/** The contracts' `id`, under names that tell an agent which id is meant. */
export const documentParam = uuid().describe("Id from list_content_documents.");
export const contentTypeParam = uuid().describe("Id from list_content_types.");
