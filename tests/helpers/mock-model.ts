import type { ProviderModel } from "../../plugins/kit/model-provider.js";
import { mockProvider } from "../../plugins/providers/mock/mock-provider.js";

/** Returns a model of the mock provider by its id. */
export function mockModel(id: string): ProviderModel {
  const found = mockProvider.models.find((model) => model.id === id);
  if (found === undefined) throw new Error(`the mock provider has no model ${id}`);
  return found;
}
