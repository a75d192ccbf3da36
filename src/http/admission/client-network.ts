// Whom limits by address count: an IPv4 address, or the /64 network that one IPv6 subscriber has all the addresses of.

const GROUPS = 8
const NETWORK_GROUPS = 4
const MAPPED_IPV4 = '::ffff:'

/** `2001:db8::1` as eight groups. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::')
  const [before, behind] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - before.length - behind.length)
  return [...before, ...Array<string>(zeros).fill('0'), ...behind]
}

/** As Node writes addresses: in lower case. What is no IPv6 address is its own name. */
export const networkOf = (address: string): string => {
  if (address.startsWith(MAPPED_IPV4) && address.includes('.')) return address.slice(MAPPED_IPV4.length)
  if (!address.includes(':')) return address
  const network = groupsOf(address.toLowerCase()).slice(0, NETWORK_GROUPS)
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
