// All operations of the API document, for tests that cover every one.

import type { Json } from '../calls/quote-calls.ts'
import type { Waybill } from '../server/waybill.ts'

export type DocumentedOperation = { method: string; path: string; needsKey: boolean; operation: Json }

export const documentedOperations = async (waybill: Waybill): Promise<DocumentedOperation[]> => {
  const { json: document } = await waybill.call('GET', '/openapi.json')
  return Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      needsKey: operation.security?.some((scheme: object) => 'apiKey' in scheme) ?? false,
      operation,
    })),
  )
}
