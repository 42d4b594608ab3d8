import { isPublicAddress, placeOf } from './public-address.ts'

test.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:830::200e'])(
  '%s is a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each(
  [
    ['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.254'],
    ['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.1.1'],
    ['198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255'],
    ['::', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::ffff:a9fe:a9fe', '::127.0.0.1'],
    ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '2002:7f00:1::', '2002:a9fe:a9fe::1', '2001::1'],
    ['2001:db8::1', '3fff::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '100::1'],
    ['5f00::1', '4000::1', '2606:4700:4700::1111%eth0', '', 'localhost', '127.1', '0x7f000001', '2130706433', '[::1]'],
  ].flat(),
)('%j is not a public address', (address) => expect(isPublicAddress(address)).toBe(false))

test.each([
  ['127.0.0.1', 'thisMachine'],
  ['::1', 'thisMachine'],
  ['::ffff:127.0.0.1', 'thisMachine'],
  ['192.168.1.20', 'localNetwork'],
  ['::ffff:10.1.2.3', 'localNetwork'],
  ['fe80::1%eth0', 'localNetwork'],
  ['fd12::1', 'localNetwork'],
  ['100.64.0.1', 'internet'],
  ['8.8.8.8', 'internet'],
  ['2a00:1450:4001:830::200e', 'internet'],
  ['', 'internet'],
])('the place of %j is %s', (address, place) => expect(placeOf(address)).toBe(place))
