// Checks the base URL of an outside service: it must use https, or plain http for a simulator on this machine.

export const originOf = (name: string, setting: string, example: string): URL => {
  const url = URL.parse(setting)
  if (!url) throw new Error(`${name} is not a URL`)
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password)
    throw new Error(`${name} must be an origin such as ${example}, without a path`)
  if (!isSafeTarget(url)) throw new Error(`${name} must be https: plain http is for loopback only`)
  return url
}

export const isSafeTarget = (url: URL): boolean => url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))

export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
