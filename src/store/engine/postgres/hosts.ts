// Splits a connection URL with several hosts into one URL per host, like libpq.

/** Of one process, unless it is told otherwise. */
export const CONNECTIONS_MAX = 16

const PORT_DEFAULT = '5432'
const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/
/** `[::1]:5433`, `db.example.com:5433`, `%2Frun%2Fpostgresql`; the name and the port may each be missing. */
const HOST = /^(\[[^\]]*\]|[^:[\]]*)(?::(\d*))?$/
/** What a store needs anyway; the others would lead to a server that does not accept writes. */
const SESSIONS_ACCEPTED = ['read-write', 'primary']

/** Says what is wrong without quoting the URL: it may hold a password. */
export class BadHosts extends Error {
  override readonly name = 'BadHosts'
}

const FORM = 'must have the form postgres://user:password@host:port/database.'

/** `user@one:5432,two:5433/db` or `?host=/run/one,/run/two&port=5432,5433`. A URL with one server comes back as it is. */
export const hostUrls = (url: string): string[] => {
  const parts = PARTS.exec(url)
  if (!parts) throw new BadHosts(FORM)
  const [, scheme, user, authority = '', path = '/', query] = parts
  const params = new URLSearchParams(query)
  const hosts = params.has('host') ? listedHosts(params) : authority.split(',').map(readHost)
  if (hosts.length === 1 && !URL.canParse(url)) throw new BadHosts(FORM)
  if (hosts.length === 1) return [url]
  if (!SESSIONS_ACCEPTED.includes(params.get('target_session_attrs') ?? 'read-write'))
    throw new BadHosts(`must lead to the server that accepts writes: target_session_attrs may be ${SESSIONS_ACCEPTED.join(' or ')}.`)
  params.delete('target_session_attrs')
  return hosts.map(({ host, port }) => {
    params.set('host', host)
    params.set('port', port)
    return `${scheme}${user === undefined ? '' : `${user}@`}localhost${path}?${params}`
  })
}

type Host = { host: string; port: string }

const readHost = (text: string): Host => {
  const [, name, port] = HOST.exec(text) ?? []
  if (name === undefined) throw new BadHosts('names a host that cannot be read.')
  return { host: decodeURIComponent(name.replace(/^\[|\]$/g, '')) || 'localhost', port: port || PORT_DEFAULT }
}

/** One port goes for all hosts, else each has its own. */
const listedHosts = (params: URLSearchParams): Host[] => {
  const hosts = params.get('host')!.split(',')
  const ports = (params.get('port') ?? '').split(',')
  if (ports.length !== 1 && ports.length !== hosts.length) throw new BadHosts(`names ${hosts.length} hosts and ${ports.length} ports.`)
  return hosts.map((host, index) => ({ host: host || 'localhost', port: (ports.length === 1 ? ports[0] : ports[index]) || PORT_DEFAULT }))
}
