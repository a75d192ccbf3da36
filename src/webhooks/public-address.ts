// Decides whether an IP address is public, according to IANA's special-purpose registries.

import { BlockList, isIP } from 'node:net'

const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]

/** Only IPv6 addresses in this block can be public. For example, IPv4-mapped addresses and local addresses are outside this block. */
const GLOBAL_UNICAST_IPV6 = '2000::/3'
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const listOf = (subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network, prefix] = subnet.split('/') as [string, string]
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}

const specialIpv4 = listOf(SPECIAL_IPV4, 'ipv4')
const specialIpv6 = listOf(SPECIAL_IPV6, 'ipv6')
const globalIpv6 = listOf([GLOBAL_UNICAST_IPV6], 'ipv6')

export const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, 'ipv4')
    case 6:
      return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
    default:
      return false
  }
}
