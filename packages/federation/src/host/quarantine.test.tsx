import { createQuarantine } from './quarantine.ts'

let time = 0
const open = (ignored = false) => createQuarantine(sessionStorage, () => time, ignored)
const crash = (count: number, wanted = '2') => {
  const quarantine = open()
  return Array.from({ length: count }, () => quarantine.note('station', wanted, 'render')).at(-1)
}

beforeEach(() => {
  sessionStorage.clear()
  time = 1_000_000
})

test('three crashes in a minute quarantine a remote for the tab, also after a reload; two do not', () => {
  expect(crash(2)).toBe(false)
  expect(open().of('station', '2')).toBeUndefined()
  expect(crash(1)).toBe(true)
  expect(open().of('station', '2')).toBe('render')
  expect(open().of('device', '2')).toBeUndefined()
})

test('crashes more than a minute apart do not quarantine a remote', () => {
  crash(2)
  time += 60_000
  expect(crash(1)).toBe(false)
})

test('quarantine ends when it is lifted, and does not hold for another release', () => {
  crash(3)
  expect(open().of('station', '3')).toBeUndefined()
  open().lift('station')
  expect(open().of('station', '2')).toBeUndefined()
})

test('safe mode quarantines nothing and ignores existing quarantines', () => {
  crash(3)
  expect(open(true).of('station', '2')).toBeUndefined()
  expect(open(true).note('station', '2', 'render')).toBe(false)
})

test('ten errors of handlers in a minute quarantine a remote once; nine do not', () => {
  const quarantine = open()
  const faults = (count: number) => Array.from({ length: count }, () => quarantine.note('station', '2', 'handler'))
  expect(faults(9)).not.toContain(true)
  expect(faults(1)).toEqual([true])
  expect(open().of('station', '2')).toBe('handler')
  // The page is closed by then; later errors are not reported as a new quarantine.
  expect(faults(5)).not.toContain(true)
  time += 60_000
  quarantine.lift('station')
  expect(faults(9)).not.toContain(true)
})
