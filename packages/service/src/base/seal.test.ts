import { randomBytes } from 'node:crypto'
import { seal, unseal } from './seal.ts'

const key = randomBytes(32)

test('a sealed text opens only with its own key and context', () => {
  const sealed = seal(key, 'account-1', 'secret')
  expect(unseal(key, 'account-1', sealed)).toBe('secret')
  expect(() => unseal(key, 'account-2', sealed)).toThrow('authenticate')
  expect(() => unseal(key, '', sealed)).toThrow('authenticate')
  expect(() => unseal(randomBytes(32), 'account-1', sealed)).toThrow('authenticate')
})

test('a sealed text with any changed bit is rejected; sealing twice gives different bytes', () => {
  const sealed = seal(key, 'account-1', 'secret')
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed)
    changed[i] = (changed[i] ?? 0) ^ 1
    expect(() => unseal(key, 'account-1', changed)).toThrow('authenticate')
  }
  expect(seal(key, 'account-1', 'secret')).not.toEqual(sealed)
})
