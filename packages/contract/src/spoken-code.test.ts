import { firstAccountSigns, newSpokenCode, plainCode, spokenSigns } from './spoken-code.ts'

test('a code is shown in groups and compared without separators or case', () => {
  let at = 0
  const code = newSpokenCode(firstAccountSigns, (max) => (at += 1) % max)
  expect(code).toBe('BCDE-FGHJ-KLMN')
  expect(plainCode(' bcde fghj–klmn\n')).toBe(plainCode(code))
})

test('the 32 signs of a code are distinct and exclude 0, 1, I and O', () => {
  expect(new Set(spokenSigns).size).toBe(32)
  expect(spokenSigns).not.toMatch(/[01IO]/)
})
