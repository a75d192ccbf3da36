// The two API documents: one for clients with API keys, one for staff. Each contains only the components that it references.

import type { ErrorCode } from '../../domain/values/errors.ts'
import { ERRORS } from '../../domain/values/errors.ts'
import type { ApiDocument } from './api-document.ts'
import { shareResponses } from './components.ts'

export type Audience = 'client' | 'staff'

const errorCatalogue = Object.entries(ERRORS)
  .map(([code, { status, meaning }]) => `| \`${code satisfies string as ErrorCode}\` | ${status} | ${meaning} |`)
  .join('\n')

const CONVENTIONS = `Every response carries \`X-Request-Id\`; every error body repeats it as \`request_id\`.

## Errors

422 answers carry \`errors\`, a list of sentences, and for validation \`details\`, field by field; all others carry \`error\`.

| Code | Status | Meaning |
|---|---|---|
${errorCatalogue}
`

const CLIENT_DESCRIPTION = `Quote air and ocean parcel freight, book it, hold, release and track it. [The guides](/docs) lead from the first call to production.

Send your API key in the \`X-Api-Key\` header. It decides the business and the mode (\`test\` or \`live\`) of everything you see.
In request bodies a field that is \`null\` or blank counts as left out.

Every POST takes an \`Idempotency-Key\` header: a repeat of the same request within 24 hours gets the first 2xx answer again, byte for byte, with
\`Idempotent-Replayed: true\`, also where it shows a secret. After a 4xx answer the key is free again; a booking that was answered 503 and has been bought since
is answered 200 with the booked quote. Another request with the same key is 422 \`IDEMPOTENCY_KEY_REUSED\`, one that is still running 409 \`IDEMPOTENCY_IN_PROGRESS\`.
Nothing is done twice under one key, even if a server or its store fails in the middle: a repeat then does what was not done, or is told with 409 \`IDEMPOTENCY_ANSWER_LOST\`
that it was.

The operator’s staff have [a reference of their own](/ops/reference/).

${CONVENTIONS}`

const STAFF_DESCRIPTION = `The operator’s own interface: what the console does, for scripts.

Sign in, or send a personal access token as \`Authorization: Bearer\`. The role of the account decides what it may call.
A POST takes an \`Idempotency-Key\` header where it lists one.

What businesses call with their API keys is in [the API reference](/reference/).

${CONVENTIONS}`

const AUDIENCES: Record<Audience, { title: string; description: string; owns: (path: string) => boolean }> = {
  // The document for clients includes labels, because the response to a booking contains their URL.
  client: { title: 'Waybill', description: CLIENT_DESCRIPTION, owns: (path) => path.startsWith('/v1/') || path.startsWith('/labels/') },
  staff: {
    title: 'Waybill operations',
    description: STAFF_DESCRIPTION,
    owns: (path) => path.startsWith('/ops/') || path === '/healthz' || path === '/readyz',
  },
}

/** The components that a part of the document references by `$ref` and `security`, such as `schemas/Quote`. */
const mentionsIn = (part: unknown): Set<string> => {
  const found = new Set<string>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, each] of Object.entries(value)) {
      if (key === '$ref' && typeof each === 'string') found.add(each.replace('#/components/', ''))
      else if (key === 'security')
        for (const scheme of each as object[]) for (const name of Object.keys(scheme)) found.add(`securitySchemes/${name}`)
      else walk(each)
    }
  }
  walk(part)
  return found
}

const onlyMentioned = (components: ApiDocument['components'], ...parts: unknown[]): ApiDocument['components'] => {
  const kept = new Set<string>()
  const keep = (name: string): void => {
    if (kept.has(name)) return
    kept.add(name)
    const [kind, key] = name.split('/') as [string, string]
    mentionsIn(components[kind]?.[key]).forEach(keep)
  }
  mentionsIn(parts).forEach(keep)
  return Object.fromEntries(
    Object.entries(components)
      .map(([kind, named]) => [kind, Object.fromEntries(Object.entries(named).filter(([name]) => kept.has(`${kind}/${name}`)))] as const)
      .filter(([, named]) => Object.keys(named).length > 0),
  )
}

/** Returns the API document for one audience, with only the routes of that audience and the components that these routes use. */
export const documentFor = (audience: Audience, { webhooks, ...whole }: ApiDocument): ApiDocument => {
  const { title, description, owns } = AUDIENCES[audience]
  const paths = Object.fromEntries(Object.entries(whole.paths).filter(([path]) => owns(path)))
  const parts = { paths, ...(audience === 'client' && webhooks ? { webhooks } : {}) }
  const used = new Set(
    Object.values({ ...paths, ...parts.webhooks }).flatMap((methods) => Object.values(methods).flatMap(({ tags = [] }) => tags)),
  )
  const document = shareResponses({
    ...whole,
    info: { ...whole.info, title, description },
    tags: whole.tags.filter(({ name }) => used.has(name)),
    ...structuredClone(parts),
  })
  return { ...document, components: onlyMentioned(document.components, document.paths, document.webhooks) }
}
