import { networkOf } from './network-of.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8:1:2::ff', '2001:db8:1::/48'],
  ['2001:db8:0001:2:ffff::', '2001:db8:1::/48'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['::1', '0:0:0::/48'],
  // Keys that are no addresses stay unchanged.
  ['ada', 'ada'],
  ['ada@example.org', 'ada@example.org'],
  ['signIn:ada', 'signIn:ada'],
  ['', ''],
])('the network of %s is %s', (address, network) => expect(networkOf(address)).toBe(network))

test('takes a /64 of an IPv6 address when 64 bits are asked for', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6', 64)).toBe('2001:db8:1:2::/64')
})
