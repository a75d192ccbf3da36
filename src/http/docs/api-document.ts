// The type of an OpenAPI document, with the fields that the files of this folder use.

export type Schema = { [keyword: string]: unknown; title?: string; $ref?: string; required?: string[]; properties?: Record<string, Schema> }

export type Media = Record<string, { schema?: Schema; example?: unknown; examples?: Record<string, object> }>
export type Response = { $ref?: string; description?: string; headers?: Record<string, object>; content?: Media }

export type DocumentedOperation = {
  tags?: string[]
  security?: object[]
  parameters?: { in?: string; name?: string; $ref?: string }[]
  requestBody?: { required?: boolean; content: Media }
  responses: Record<string, Response>
  'x-names-ignored'?: true
}

export type ApiDocument = {
  info: { title: string; version: string; [more: string]: unknown }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DocumentedOperation>>
  webhooks?: Record<string, Record<string, DocumentedOperation>>
  components: { schemas?: Record<string, Schema> } & Record<string, Record<string, object>>
  [more: string]: unknown
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
