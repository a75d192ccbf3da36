FROM debian:12-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends npm ca-certificates && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/waybill
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN npm run build

FROM debian:12-slim
RUN useradd --system --home-dir /var/lib/waybill --create-home waybill
WORKDIR /opt/waybill
COPY --from=build /opt/waybill .
USER waybill
ENV HOST=0.0.0.0 PORT=8080 WAYBILL_DATA=/var/lib/waybill
VOLUME /var/lib/waybill
EXPOSE 8080
STOPSIGNAL SIGTERM
CMD ["bin/node", "bin/waybill.js", "serve"]
