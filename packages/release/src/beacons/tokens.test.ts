import { createBeaconTokens } from './tokens.ts'

const [address, now] = ['192.0.2.1', Date.parse('2026-11-21T12:00:00Z')]

test('a token is valid once, for its address, however its signature is encoded', () => {
  const tokens = createBeaconTokens('secret')
  const token = tokens.issue(['station/0.1.0-222222222222'], address, now, 'mark')
  expect(tokens.redeem(token, '192.0.2.2', now)).toBeUndefined()
  expect(tokens.redeem(`${token}=`, address, now)).toMatchObject({ account: 'mark' })
  for (const again of [token, `${token}=`, `${token}==`, `${token}\n`, `${token} `])
    expect(tokens.redeem(again, address, now)).toBeUndefined()
})
