/**
 * Key that identifies a caller by address. An IPv4 address is its own key. For IPv6 a household or company gets a
 * network of 48 to 64 bits with any number of addresses, so all addresses of one /48 count as one caller, like all
 * callers behind a provider's NAT in IPv4. `bits`: 64 where many households may call at the same time.
 */
export function networkOf(address: string, bits: 48 | 64 = 48): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!/^[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*(%.*)?$/i.test(address)) return address
  const [head = '', tail = ''] = address.replace(/%.*$/, '').split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [left, right] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const network = [...left, ...zeros, ...right].slice(0, bits / 16)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${bits}`
}
