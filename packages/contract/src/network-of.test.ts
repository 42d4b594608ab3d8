import { networkOf } from './network-of.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::ff', '2001:db8:1:2::/64'],
  ['2001:db8:0001:2:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  // No address is left as it is.
  ['ada', 'ada'],
  ['ada@example.org', 'ada@example.org'],
  ['signIn:ada', 'signIn:ada'],
  ['', ''],
])('%s calls as %s', (address, network) => expect(networkOf(address)).toBe(network))
