# syntax=docker/dockerfile:1

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
# The dependencies are a layer of their own: they change less often than the code.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run prepack && npm prune --omit=dev

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/package.json ./
COPY --from=build /app/bin ./bin
COPY --from=build /app/dist ./dist
# The migrations are applied at start.
COPY --from=build /app/sql ./sql
COPY --from=build /app/clickhouse ./clickhouse
COPY --from=build /app/lists ./lists
# Help, errors and the OpenAPI document refer to it.
COPY --from=build /app/docs ./docs

# The journal lies in the data folder also when both engines are servers.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
# Live, not ready: events are taken, and kept, while an engine is away, so that is no reason for a restart.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["bin/footfall.cjs", "serve"]
