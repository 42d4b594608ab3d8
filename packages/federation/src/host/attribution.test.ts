import { blamedFor } from './attribution.ts'

const shell = 'at commit (https://portal.example/r/shell/1.0.0-00aa11bb22cc/react.abc.js:1:2)'
const station = 'at save (https://portal.example/r/station/0.2.0-9f3c1a2b3c4d/577.def.js:3:4)'
const retried = 'at save (https://portal.example/r/station/0.2.0-9f3c1a2b3c4d/~2/577.def.js:3:4)'

test('blames the first remote in the stack, even below frames of the shell', () => {
  const blamed = { part: 'station', release: '0.2.0-9f3c1a2b3c4d' }
  expect(blamedFor(`Error: x\n${station}\n${shell}`)).toEqual(blamed)
  expect(blamedFor(`Error: x\n${shell}\n${shell}\n${station}`)).toEqual(blamed)
  expect(blamedFor(`Error: x\n${retried}`)).toEqual(blamed)
})

test('blames the shell if it alone is in the stack, and no part if none is', () => {
  expect(blamedFor(`Error: x\n${shell}`)).toEqual({ part: 'shell', release: '1.0.0-00aa11bb22cc' })
  expect(blamedFor('Error: x\n at https://elsewhere.example/r/station/main.js:1:1')).toBeUndefined()
  expect(blamedFor('')).toBeUndefined()
})
