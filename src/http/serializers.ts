// Serialisers are compiled when a route first answers: a start need not wait for all of them.

import type { SerializerFactory } from '@fastify/fast-json-stringify-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type Serialize = (data: unknown) => string

export const lazySerializers: SerializerFactory = (externalSchemas, options) => {
  const compile = SerializerSelector()(externalSchemas, options)
  return (route) => {
    let compiled: Serialize | null = null
    return (data: unknown) => {
      compiled ??= compile(route) as Serialize
      return compiled(data)
    }
  }
}
