import type { NetworkInterfaceInfo } from 'node:os'

/** A larger range is no home network, and takes minutes. */
const mostHosts = 1024

const numberOf = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const textOf = (address: number): string => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.')

/** Networks that no provider routes, and this machine. */
const privateNetworks = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
] as const

const isIn = (address: number, network: string, bits: number): boolean =>
  address >>> (32 - bits) === numberOf(network) >>> (32 - bits)

export const isPrivate = (address: string): boolean =>
  privateNetworks.some(([network, bits]) => isIn(numberOf(address), network, bits))

const isAddress = (text: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255)

/**
 * The addresses of ranges such as `192.168.1.0/24` or `192.168.1.20`, each once, without network and broadcast address.
 * @throws Error for a range that is invalid, not private, or too large
 */
export function hostsIn(ranges: readonly string[]): string[] {
  const hosts = new Set<string>()
  for (const range of ranges) {
    const [address = '', bits = '32', ...rest] = range.trim().split('/')
    const length = Number(bits)
    if (!isAddress(address) || rest.length > 0 || !/^\d{1,2}$/.test(bits) || length > 32) {
      throw new Error(`${range} is no range: write it as 192.168.1.0/24`)
    }
    if (2 ** (32 - length) > mostHosts) throw new Error(`${range} has more than ${mostHosts} addresses`)
    const size = 2 ** (32 - length)
    const first = numberOf(address) - (numberOf(address) % size)
    if (!isPrivate(textOf(first)) || !isPrivate(textOf(first + size - 1))) {
      throw new Error(`${range} is not a network of a house: only private addresses are searched`)
    }
    const edge = size > 2 ? 1 : 0
    for (let at = first + edge; at < first + size - edge; at += 1) hosts.add(textOf(at))
  }
  if (hosts.size > mostHosts) throw new Error(`${hosts.size} addresses are more than ${mostHosts}`)
  return [...hosts]
}

/** The /24 network around each private address of this machine. */
export function ownRanges(interfaces: Readonly<Record<string, NetworkInterfaceInfo[] | undefined>>): string[] {
  const own = Object.values(interfaces).flatMap((infos) => infos ?? [])
  const addresses = own.filter(({ family, internal, address }) => family === 'IPv4' && !internal && isPrivate(address))
  return [...new Set(addresses.map(({ address }) => `${address.split('.').slice(0, 3).join('.')}.0/24`))]
}
