# Targets: router (default), and one a source: kegg, string, uniprot, pubmed, tbdb, corpus.
#   docker build -t gene-router .                    docker build --target kegg -t gene-router-kegg .
# A container is reached from outside, so it binds every address; without authentication that must be said:
#   docker run -e GENE_ROUTER_ALLOW_INSECURE=1 -p 127.0.0.1:8000:8000 gene-router
# Behind a name other than localhost, list it in GENE_ROUTER_ALLOWED_HOSTS.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY ci/build.mjs ci/
COPY cli cli
COPY router router
COPY servers servers
RUN node ci/build.mjs && npm prune --omit=dev --no-audit --no-fund

FROM node:24-slim AS base
# The program runs on Node alone; package managers only widen what an intruder could use.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn*
WORKDIR /app
ENV NODE_ENV=production \
    GENE_ROUTER_HOST=0.0.0.0 \
    GENE_ROUTER_CACHE_DIR=/var/cache/gene-router
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY LICENSE NOTICE servers.yaml ./
COPY ci/fleet-baseline.json ci/
RUN install -d -o node -g node /var/cache/gene-router
VOLUME /var/cache/gene-router
USER node
ENTRYPOINT ["node", "dist/cli/main.js"]

FROM base AS kegg
EXPOSE 3001
CMD ["serve", "kegg", "--http", "3001"]

FROM base AS string
EXPOSE 3002
CMD ["serve", "string", "--http", "3002"]

FROM base AS uniprot
EXPOSE 3003
CMD ["serve", "uniprot", "--http", "3003"]

FROM base AS pubmed
EXPOSE 3004
CMD ["serve", "pubmed", "--http", "3004"]

FROM base AS tbdb
EXPOSE 3005
CMD ["serve", "tbdb", "--http", "3005"]

FROM base AS corpus
EXPOSE 3006
CMD ["serve", "corpus", "--http", "3006"]

FROM base AS router
EXPOSE 8000
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:8000/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["serve"]
