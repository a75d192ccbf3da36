// Makes a Postman collection (v2.1) from the OpenAPI document, with one request for each operation that takes an API key. Bruno can also read the collection.

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

type Parameter = { name: string; in: string; description?: string }

type Example = { example?: unknown; examples?: Record<string, { value?: unknown }>; schema?: { examples?: unknown[] } }

type Operation = {
  tags?: string[]
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Example> }
}

type Document = { info?: { title?: string }; paths?: Record<string, Record<string, Operation>> }

/**
 * Maps the prefix of an id to a Postman variable. If a response contains ids with this prefix, the variable is set to the first of these
 * ids.
 */
const VARIABLES: Record<string, string> = {
  pq: 'quoteId',
  rate: 'rateId',
  pkg: 'packageId',
  pcus: 'customerId',
  inb: 'inboundId',
  whk: 'endpointId',
  whd: 'deliveryId',
  evt: 'eventId',
  req: 'requestId',
  inv: 'invoiceId',
  pay: 'paymentId',
  msg: 'messageId',
  pho: 'photoId',
}

/** Maps a path segment to the Postman variable for the id after that segment. */
const OWNERS: Record<string, string> = {
  parcel_quotes: 'quoteId',
  packages: 'packageId',
  'parcel-customers': 'customerId',
  inbound_parcels: 'inboundId',
  webhook_endpoints: 'endpointId',
  webhook_deliveries: 'deliveryId',
  events: 'eventId',
  requests: 'requestId',
  invoices: 'invoiceId',
  payments: 'paymentId',
  messages: 'messageId',
  photos: 'photoId',
}

/** A script that Postman runs after every response. It stores the ids in the response as Postman variables. */
const KEEP_IDS = [
  `const names = ${JSON.stringify(VARIABLES)}`,
  'for (const [prefix, name] of Object.entries(names)) {',
  `  const id = new RegExp('"(' + prefix + '_[0-9a-z]{26})"').exec(pm.response.text())`,
  '  if (id) pm.collectionVariables.set(name, id[1])',
  '}',
]

const ID = /"([a-z]+)_[0-9a-z]{26}"/g

/** An example body as JSON text, with ids replaced by Postman variables. */
const bodyOf = (example: unknown): string =>
  JSON.stringify(example, null, 2).replaceAll(ID, (whole, prefix: string) => (VARIABLES[prefix] ? `"{{${VARIABLES[prefix]}}}"` : whole))

const exampleIn = ({ example, examples = {}, schema }: Example): unknown =>
  example ?? Object.values(examples)[0]?.value ?? schema?.examples?.[0] ?? {}

/** The path /v1/packages/{id}/create_shipment takes the id of a quote, although a package id would be expected. */
const variableFor = (path: string, before: string): string => (path.endsWith('/create_shipment') ? 'quoteId' : (OWNERS[before] ?? 'id'))

const urlOf = (path: string, parameters: readonly Parameter[]): object => {
  const steps = path.slice(1).split('/')
  const variable = steps.flatMap((step, at) =>
    step.startsWith('{') ? { key: step.slice(1, -1), value: `{{${variableFor(path, steps[at - 1] ?? '')}}}` } : [],
  )
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, description = '' }) => ({ key: name, value: '', description, disabled: true }))
  const named = steps.map((step) => (step.startsWith('{') ? `:${step.slice(1, -1)}` : step))
  return { raw: `{{baseUrl}}/${named.join('/')}`, host: ['{{baseUrl}}'], path: named, query, variable }
}

const requestOf = (method: string, path: string, { summary, description, parameters = [], requestBody }: Operation): object => {
  const json = requestBody?.content['application/json']
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      url: urlOf(path, parameters),
      header: json ? [{ key: 'Content-Type', value: 'application/json' }] : [],
      ...(json ? { body: { mode: 'raw', raw: bodyOf(exampleIn(json)), options: { raw: { language: 'json' } } } } : {}),
    },
    response: [],
  }
}

/** Requests that delete or cancel a record come last in their folder. The whole collection can then be run in order. */
const isEnd = (method: string, path: string): boolean => method === 'delete' || path.endsWith('/cancel')

export const collectionOf = (document: object, baseUrl: string): object => {
  const { info, paths = {} } = document as Document
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ method, path, operation })))
    .sort((a, b) => Number(isEnd(a.method, a.path)) - Number(isEnd(b.method, b.path)))
  const folders = Map.groupBy(operations, ({ operation }) => operation.tags?.[0])
  return {
    info: {
      name: info?.title,
      description: 'Set the variable apiKey to your test key. Ids in answers are kept for the requests that follow.',
      schema: SCHEMA,
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-Api-Key' },
        { key: 'value', value: '{{apiKey}}' },
        { key: 'in', value: 'header' },
      ],
    },
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: KEEP_IDS } }],
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'apiKey', value: '' },
      ...Object.values(VARIABLES).map((key) => ({ key, value: '' })),
    ],
    item: [...folders].map(([name, items]) => ({
      name,
      item: items.map(({ method, path, operation }) => requestOf(method, path, operation)),
    })),
  }
}
