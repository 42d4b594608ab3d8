import { randomBytes } from 'node:crypto'
import { seal, unseal } from './seal.ts'

const key = randomBytes(32)

test('a sealed text opens with its key in its own place, and nowhere else', () => {
  const sealed = seal(key, 'account-1', 'secret')
  expect(unseal(key, 'account-1', sealed)).toBe('secret')
  expect(() => unseal(key, 'account-2', sealed)).toThrow('authenticate')
  expect(() => unseal(key, '', sealed)).toThrow('authenticate')
  expect(() => unseal(randomBytes(32), 'account-1', sealed)).toThrow('authenticate')
})

test('one changed bit, wherever it is, and it does not open; the same text never looks the same', () => {
  const sealed = seal(key, 'account-1', 'secret')
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed)
    changed[i] = (changed[i] ?? 0) ^ 1
    expect(() => unseal(key, 'account-1', changed)).toThrow('authenticate')
  }
  expect(seal(key, 'account-1', 'secret')).not.toEqual(sealed)
})
