import { passwordStrength } from './password.ts'

test.each([
  ['', 'tooShort'],
  ['Aa1!x', 'tooShort'],
  ['123456', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijkl', 'weak'],
  ['qwerty', 'weak'],
  ['sunny day', 'medium'],
  ['Kx7!pQ2m', 'medium'],
  ['correct horse battery', 'strong'],
  ['Kx7!pQ2m#Z', 'strong'],
  ['太阳能电站真好看', 'medium'],
])('the strength of %j is %s', (password, strength) => expect(passwordStrength(password)).toBe(strength))
