/**
 * Who an address stands for where callers are told apart by it. One of IPv4 stands for itself. Of IPv6 every house is given
 * a network of 64 bits, in which it may call from as many addresses as it likes: they are one caller.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!/^[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*(%.*)?$/i.test(address)) return address
  const [head = '', tail = ''] = address.replace(/%.*$/, '').split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [left, right] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const network = [...left, ...zeros, ...right].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
