// Translates migrations to the SQL of each engine. Migrations are written with PostgreSQL's type names.

const TOKEN = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|double\s+precision|[a-z_]\w*|\s+|[\s\S]/gi
const BLANK = /^(\s|--|\/\*)/
const WORD = /^["a-z_]/i

const SQLITE_TYPES: Readonly<Record<string, string>> = { bigint: 'integer', 'double precision': 'real', bytea: 'blob' }

/** Replaces type names with SQLite's, and makes tables STRICT. Without STRICT, SQLite's columns accept values of any type. */
export const sqliteDdl = (sql: string): string => {
  const out: string[] = []
  let opening: string[] = []
  let lastParenthesis = 0
  const endStatement = () => {
    if (opening.join(' ') === 'create table') out[lastParenthesis] += ' strict'
    opening = []
  }
  for (const token of sql.match(TOKEN) ?? []) {
    const word = token.toLowerCase().replace(/\s+/g, ' ')
    if (token === ';') endStatement()
    else if (!BLANK.test(token) && opening.length < 2) opening.push(word)
    out.push(SQLITE_TYPES[word] ?? token)
    if (token === ')') lastParenthesis = out.length - 1
  }
  endStatement()
  return out.join('')
}

/**
 * Makes text columns compare by bytes, as in SQLite. With the database's locale, sorting and paging would depend on the PostgreSQL server.
 */
export const postgresDdl = (sql: string): string => {
  let previous = ''
  const out = (sql.match(TOKEN) ?? []).map((token) => {
    if (BLANK.test(token)) return token
    const isType = token.toLowerCase() === 'text' && WORD.test(previous) && previous !== 'as'
    previous = token.toLowerCase()
    return isType ? `${token} collate "C"` : token
  })
  return out.join('')
}
