# One image for the API and the workers; `command` chooses. See deploy/.
# By exact version; a digest (node:24.21.0-bookworm-slim@sha256:…) holds a site to one image: add the one your registry shows.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm run build && npm ci --omit=dev --workspace apps/server --no-audit --no-fund

FROM node:24.21.0-bookworm-slim
# Planes of large pictures go back to the system as soon as they are free.
ENV MALLOC_MMAP_THRESHOLD_=8388608
ENV NODE_ENV=production SECOND_READ_MODE=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD node -e "require(process.env.TLS_CERT_FILE ? 'https' : 'http').get({ host: '127.0.0.1', port: process.env.PORT, path: '/readyz', rejectUnauthorized: false }, (r) => process.exit(r.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"
CMD ["node", "apps/server/dist/main.js"]
