// Hashes API keys. Keys have 160 random bits, so that a plain SHA-256 is enough.

import { hash } from 'node:crypto'

export const keyHash = (key: string): string => hash('sha256', key, 'hex')
