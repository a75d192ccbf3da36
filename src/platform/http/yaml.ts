// Writes JSON data as YAML 1.2 in block style. Strings are quoted as in JSON, which YAML reads as well.

const PLAIN_KEY = /^[A-Za-z][\w$-]{2,}$/
/** Keys that must be quoted, because YAML reads these words as booleans or null. `yes` and `off` have this meaning only in YAML 1.1. */
const WORDS = /^(true|false|null|yes|off)$/i

const keyOf = (name: string): string => (PLAIN_KEY.test(name) && !WORDS.test(name) ? name : JSON.stringify(name))

type Members = readonly (readonly [lead: string, value: unknown])[]

const membersOf = (value: unknown): Members | null => {
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) return value.map((item) => ['-', item])
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => [`${keyOf(name)}:`, member])
}

const linesOf = (members: Members, indent: string): string =>
  members
    .map(([lead, value]) => {
      const inner = membersOf(value)
      return inner && inner.length > 0
        ? `${indent}${lead}\n${linesOf(inner, `${indent}  `)}`
        : `${indent}${lead} ${JSON.stringify(value)}\n`
    })
    .join('')

export const writeYaml = (document: object): string => linesOf(membersOf(document)!, '')
