import { join } from "node:path";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { definePlugin } from "../../kit/define-plugin.js";
import { pictures } from "./pictures.js";
import { clips } from "./clips.js";
import { sounds } from "./sounds.js";

/** What everybody has without a key, on three shelves. Those whose model is not in the catalog are not served. */
export default definePlugin({
  name: "essentials",
  version: "1.0.0",
  provides: {
    applications: {
      id: "essentials",
      // No sources, so they are not in dist.
      thumbs: join(PACKAGE_ROOT, "plugins/applications/essentials/thumbs"),
      applications: [...pictures, ...clips, ...sounds],
      collections: [
        {
          id: "pictures",
          title: "Pictures",
          tagline: "Composed from words or from pictures of yours.",
          applicationIds: pictures.map(({ id }) => id),
        },
        {
          id: "moving-pictures",
          title: "Moving pictures",
          tagline: "Short clips from words, pictures and videos.",
          applicationIds: clips.map(({ id }) => id),
        },
        {
          id: "sound",
          title: "Sound",
          tagline: "Speech, music, effects, and cleaner recordings.",
          applicationIds: sounds.map(({ id }) => id),
        },
      ],
    },
  },
});
