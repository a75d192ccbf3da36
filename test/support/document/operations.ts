// All operations of the API documents, for tests that cover every one.

import type { Json } from '../calls/quote-calls.ts'
import type { Waybill } from '../server/waybill.ts'

export type DocumentedOperation = { method: string; path: string; needsKey: boolean; operation: Json }

export const DOCUMENTS = ['/openapi.json', '/ops/openapi.json'] as const

/** Both documents in one: what they have in common is the same in both. */
export const wholeDocument = async (waybill: Pick<Waybill, 'call'>): Promise<Json> => {
  const [clients, staffs] = await Promise.all(DOCUMENTS.map(async (path) => (await waybill.call('GET', path)).json))
  const kinds = new Set([...Object.keys(clients.components), ...Object.keys(staffs.components)])
  const components = [...kinds].map((kind) => [kind, { ...clients.components[kind], ...staffs.components[kind] }])
  return { ...clients, paths: { ...clients.paths, ...staffs.paths }, components: Object.fromEntries(components) }
}

export const operationsIn = (document: Json): DocumentedOperation[] =>
  Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      needsKey: operation.security?.some((scheme: object) => 'apiKey' in scheme) ?? false,
      operation,
    })),
  )

export const documentedOperations = async (waybill: Waybill): Promise<DocumentedOperation[]> => operationsIn(await wholeDocument(waybill))
