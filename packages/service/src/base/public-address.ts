import { BlockList, isIP } from 'node:net'

/**
 * IPv4 ranges without public hosts: this network, private, carrier-grade NAT, loop-back, link-local (cloud metadata),
 * documentation, multicast, reserved.
 */
const special4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/**
 * Public IPv6 hosts are all in 2000::/3, without `special6`: protocol assignments (with Teredo), documentation, 6to4.
 */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const special6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [net, bits] of special4) special.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of special6) special.addSubnet(net, bits, 'ipv6')

const own = new BlockList()
own.addSubnet('127.0.0.0', 8, 'ipv4')
own.addAddress('::1', 'ipv6')

/** Private networks. */
const local = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  local.addSubnet(net, bits, 'ipv4')
local.addSubnet('fc00::', 7, 'ipv6')
local.addSubnet('fe80::', 10, 'ipv6')

/** Where a caller is, by the address alone: there is no geolocation. */
export function placeOf(address: string): 'thisMachine' | 'localNetwork' | 'internet' {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(plain) === 0) return 'internet'
  if (own.check(plain, family)) return 'thisMachine'
  return local.check(plain, family) ? 'localNetwork' : 'internet'
}

/**
 * Whether an address (as a resolver or the URL parser writes it) is that of a host in the public internet. IPv6
 * addresses that embed an IPv4 address (mapped, NAT64, 6to4) never are.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  // A zone names an interface of this machine.
  return family === 6 && !address.includes('%') && global6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
