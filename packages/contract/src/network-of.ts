/**
 * Who an address stands for where callers are told apart by it. One of IPv4 stands for itself. Of IPv6 a house or a company
 * is given a network of 48 to 64 bits, in which it calls from as many addresses as it likes: all in one of 48 bits are one
 * caller, as all behind the exit of a provider are by IPv4. `bits`: 64 where many houses may call at the same time.
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
