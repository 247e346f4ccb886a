import { z } from "zod";
import { application, listApplications as contract } from "../../../contracts/applications.js";
import { slug } from "../../../contracts/ids.js";
import { total } from "../../../contracts/pagination.js";
import { defineTool, LOOKS } from "../tool.js";

const trimmed = application
  .pick({
    id: true,
    name: true,
    kind: true,
    description: true,
    inputKind: true,
    minImages: true,
    maxImages: true,
    acceptsText: true,
  })
  .extend({ presets: z.array(z.strictObject({ id: slug(), name: z.string() })) });

export const listApplications = defineTool({
  name: "list_applications",
  title: "List Applications",
  description:
    "Curated one-shot Applications: each bundles a model, a tuned prompt, input requirements and style presets. inputKind says what run_application takes (images between minImages and maxImages, one video, or one audio), acceptsText whether text is taken, presets which presetId there are.",
  contract,
  input: z.object({}),
  output: z.strictObject({ applications: z.array(trimmed), total }),
  list: { rows: "applications" },
  annotations: LOOKS,
  async run(call) {
    const { applications, total: count } = await call.call(contract, {});
    return {
      applications: applications.map(
        ({ id, name, kind, description, inputKind, minImages, maxImages, acceptsText, presets }) => ({
          id,
          name,
          kind,
          description,
          inputKind,
          minImages,
          maxImages,
          acceptsText,
          presets: presets.map((preset) => ({ id: preset.id, name: preset.name })),
        }),
      ),
      total: count,
    };
  },
});
