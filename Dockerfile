# Waybill in a container. deploy/try-dockerfile runs these steps in a bare Debian, without a container engine.
FROM debian:12-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends npm ca-certificates libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/waybill
COPY package.json package-lock.json .npmrc ./
# Installs the pinned Node and npm 10 first: npm on Debian's Node 18 would leave out optional packages that need a later Node.
RUN name=node-linux-$(dpkg --print-architecture | sed s/amd64/x64/) && npm install --global --ignore-scripts npm@10 "$name@$(sed -n "s/^ *\"$name\": \"\([0-9.]*\)\".*/\1/p" package.json)"
RUN npm ci
COPY . .
# Keeps only what a running server reads: the built console, and a part of the packages.
RUN npm run build && npm prune --omit=dev && deploy/prune

FROM debian:12-slim
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
RUN useradd --system --home-dir /var/lib/waybill waybill && install --directory --mode=700 --owner=waybill --group=waybill /var/lib/waybill
WORKDIR /opt/waybill
COPY --from=build /opt/waybill .
USER waybill
ENV HOST=0.0.0.0 PORT=8080 WAYBILL_DATA=/var/lib/waybill
VOLUME /var/lib/waybill
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD bin/node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
CMD ["bin/node", "bin/waybill.js", "serve"]
