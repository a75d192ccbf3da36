// How an API key is stored and looked up: keys have 160 random bits, so one plain SHA-256 is enough.

import { hash } from 'node:crypto'

export const keyHash = (key: string): string => hash('sha256', key, 'hex')
