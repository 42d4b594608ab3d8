import { BeaconTokens } from './beacon-tokens.ts'

let now = 0
let asked: (readonly string[])[] = []
const open = () => {
  now = 0
  asked = []
  const ask = async (releases: readonly string[]) => `token ${asked.push(releases)}`
  return new BeaconTokens(ask, () => now)
}

test('uses the token of an answer once, instead of a request for one', async () => {
  const tokens = open()
  expect(await tokens.get(['a/1'])).toEqual({ token: 'token 1', releases: ['a/1'] })
  tokens.keep('next', ['a/1'])
  expect((await tokens.get(['a/1'])).token).toBe('next')
  expect((await tokens.get(['a/1'])).token).toBe('token 2')
})

test('a request for a new release names the earlier ones too; a token older than ten minutes is not used', async () => {
  const tokens = open()
  tokens.keep('next', ['a/1', 'b/1'])
  expect(tokens.take(['c/1'])).toBeUndefined()
  expect(await tokens.get(['c/1'])).toEqual({ token: 'token 1', releases: ['c/1', 'a/1', 'b/1'] })
  expect(tokens.take(['b/1'])).toBe('next')
  tokens.keep('late', ['a/1'])
  now = 10 * 60_000
  expect(tokens.take(['a/1'])).toBeUndefined()
  tokens.keep(null, ['a/1'])
  expect((await tokens.get(['a/1'])).token).toBe('token 2')
})
