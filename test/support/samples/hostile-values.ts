// Sets the value at a path in a request. The value may be a number that JSON.stringify cannot write.

/**
 * Returns a copy of the request in which `path` has the value `value`. A path is written like `sender.address.city` or
 * `packages[0].weight`.
 */
export const put = <T extends object>(request: T, path: string, value: unknown): T => {
  const copy = structuredClone(request)
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '')
  const last = steps.pop()!
  let holder = copy as Record<string, unknown>
  for (const step of steps) holder = holder[step] as Record<string, unknown>
  holder[last] = value
  return copy
}

const MARK = '@@raw@@'

/** Returns the request body as text. Every field in `paths` has the raw number `raw`, such as `1e400`, `-0` or `0.1e1`. */
export const withRaw = (wrap: (request: object) => object, request: object, paths: readonly string[], raw: string): string =>
  JSON.stringify(wrap(paths.reduce((marked, path) => put(marked, path, MARK), request))).replaceAll(`"${MARK}"`, raw)

/** Valid requests, each with the paths of fields that a test makes invalid. */
export type Targets = [request: object, paths: string[]][]

export const each = (targets: Targets): [object, string][] =>
  targets.flatMap(([request, paths]) => paths.map((path): [object, string] => [request, path]))

export const byRequest = (targets: Targets): Map<object, string[]> => {
  const found = new Map<object, string[]>()
  for (const [request, paths] of targets) found.set(request, [...(found.get(request) ?? []), ...paths])
  return found
}

export const NOT_TEXT = [12, 0, true, false, [], ['a'], {}, { a: 1 }]
export const NOT_A_NUMBER = ['12', 'x', true, false, [], [1], {}]
export const NOT_AN_OBJECT = ['text', 12, true, [], [{}]]
export const NOT_A_LIST = ['text', 12, true, {}, { 0: {} }]
/** Numbers that are not positive, or too large for any field. */
export const IMPOSSIBLE_NUMBERS = ['0', '-0', '-1', '-0.001', '1e400', '-1e400', '1e308', '1e-400', '9007199254740993']
export const NOT_UNICODE = ['\0', 'a\0b', '\ud800', 'a\udc00b', '\udc00\ud800']
