// All operations of the API documents, for tests that cover every one.

import type { Json } from '../calls/quote-calls.ts'
import type { Waybill } from '../server/waybill.ts'

export type DocumentedOperation = { method: string; path: string; needsKey: boolean; operation: Json }

export const DOCUMENTS = ['/openapi.json', '/ops/openapi.json'] as const

export const operationsIn = (document: Json): DocumentedOperation[] =>
  Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      needsKey: operation.security?.some((scheme: object) => 'apiKey' in scheme) ?? false,
      operation,
    })),
  )

/**
 * In each operation, replaces references to shared parameters and responses by the referenced content. Changes `document` itself, and
 * returns it.
 */
export const withoutReferences = (document: Json): Json => {
  const resolved = (part: Json): Json => {
    const [, kind, name] = /^#\/components\/(parameters|responses)\/(\w+)$/.exec(part.$ref ?? '') ?? []
    return kind === undefined ? part : document.components[kind][name!]
  }
  for (const { operation } of operationsIn(document)) {
    operation.parameters = operation.parameters?.map(resolved)
    for (const status of Object.keys(operation.responses)) operation.responses[status] = resolved(operation.responses[status])
  }
  return document
}

const texts = new Map<string, Promise<string>>()

/** Reads a document once per process, because it is the same for every server, and takes half a second to build. */
export const readDocument = async ({ call }: Pick<Waybill, 'call'>, path: (typeof DOCUMENTS)[number]): Promise<Json> => {
  const text = texts.get(path) ?? call('GET', path).then((answer) => answer.text)
  texts.set(path, text)
  return JSON.parse(await text)
}

/** Merges both documents, without references. A schema that is in both documents is the same in both. */
export const wholeDocument = async (waybill: Pick<Waybill, 'call'>): Promise<Json> => {
  const [clients, staffs] = await Promise.all(DOCUMENTS.map(async (path) => withoutReferences(await readDocument(waybill, path))))
  const kinds = new Set([...Object.keys(clients.components), ...Object.keys(staffs.components)])
  const components = [...kinds].map((kind) => [kind, { ...clients.components[kind], ...staffs.components[kind] }])
  return { ...clients, paths: { ...clients.paths, ...staffs.paths }, components: Object.fromEntries(components) }
}

let operations: Promise<readonly DocumentedOperation[]> | undefined

export const documentedOperations = (waybill: Waybill): Promise<readonly DocumentedOperation[]> => {
  operations ??= wholeDocument(waybill).then(operationsIn)
  return operations
}
