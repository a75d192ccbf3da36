// The query of a list: a page number, and the opaque cursor that Link headers carry beside it.

import { Text } from './fields.ts'
import * as Type from './type.ts'

export const pageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'Counts from 1; a page past the end is empty' })),
  cursor: Type.Optional(Text({ description: 'Opaque; taken from the Link header, stays fast on any page' })),
}

export const keyQuery = (description: string) => ({ key: Type.Optional(Text({ description })) })
