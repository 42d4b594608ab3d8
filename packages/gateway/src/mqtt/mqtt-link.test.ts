import { wordsOf } from './mqtt-link.ts'

const failing = (message: string, code?: string) =>
  Object.assign(new Error(message), code === undefined ? {} : { code })

test('of a certificate that nobody vouches for it is told how its authority is named; other reasons stay', () => {
  const own = failing('self-signed certificate in certificate chain', 'SELF_SIGNED_CERT_IN_CHAIN')
  expect(wordsOf(own)).toMatch(/does not know \(self-signed certificate in certificate chain\): .*NODE_EXTRA_CA_CERTS/)
  const name = 'Hostname/IP does not match certificate’s altnames'
  expect(wordsOf(failing(name, 'ERR_TLS_CERT_ALTNAME_INVALID'))).toBe(name)
  expect([wordsOf(failing('', 'ECONNREFUSED')), wordsOf(failing(''))]).toEqual(['ECONNREFUSED', 'no reason given'])
})
