import { wordsOf } from '../source/trouble.ts'
import { brokerTrouble } from './mqtt-link.ts'

const told = (message: string, code?: string | number) =>
  wordsOf(brokerTrouble(Object.assign(new Error(message), code === undefined ? {} : { code }), 'broker:1883'))

test('an untrusted certificate names NODE_EXTRA_CA_CERTS; other reasons stay as they are', () => {
  expect(told('self-signed certificate in certificate chain', 'SELF_SIGNED_CERT_IN_CHAIN')).toMatch(
    /does not know \(self-signed certificate in certificate chain\): .*NODE_EXTRA_CA_CERTS/,
  )
  const name = 'Hostname/IP does not match certificate’s altnames'
  expect(told(name, 'ERR_TLS_CERT_ALTNAME_INVALID')).toBe(`broker:1883: ${name}`)
  expect(told('', 'ECONNREFUSED')).toMatch(/refuses the connection/)
})

test('a broker that refuses the password is reported as such', () => {
  expect(told('Connection refused: Not authorized', 5)).toMatch(/does not take user and password/)
})
