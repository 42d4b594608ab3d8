import { type Step, summary } from './outcome.ts'

const step = (name: string, more: Partial<Step> = {}): Step => ({
  name,
  seconds: 1,
  processorSeconds: 2,
  passed: 1,
  failed: 0,
  skipped: [],
  secondTries: [],
  ...more,
})
const lastLine = ({ lines }: { lines: readonly string[] }) => lines.at(-1)
const parseable = /^\d+ passed, \d+ failed(, \d+ skipped)?$/

test('the last line counts the results of all steps, with skipped tests if there are any', () => {
  const steps = [step('lint'), step('unit', { passed: 40, failed: 2 })]
  expect(lastLine(summary(steps, 100))).toBe('41 passed, 2 failed')
  const skipped = [{ name: 'a full disk', reason: 'no disk can be mounted here' }]
  const found = summary([...steps, step('browser', { skipped })], 100)
  expect(lastLine(found)).toBe('42 passed, 2 failed, 1 skipped')
  expect(found.lines).toContain('  a full disk: no disk can be mounted here')
  expect(lastLine(found)).toMatch(parseable)
})

test('a table before the last line lists wall and processor time of every step', () => {
  const { lines } = summary(
    [
      step('lint', { seconds: 25.04, processorSeconds: 40.5 }),
      step('unit and service tests', { seconds: 330, processorSeconds: 600 }),
    ],
    360,
  )
  const rows = lines.map((line) => line.split(/ {2,}/))
  expect(rows).toContainEqual(['lint', '25.0', '40.5', '1', '0', '0'])
  expect(rows).toContainEqual(['unit and service tests', '330.0', '600.0', '1', '0', '0'])
  expect(rows).toContainEqual(['all', '360.0', '640.5'])
  expect(lines.indexOf('') < lines.findIndex((line) => line.startsWith('lint'))).toBe(true)
})

test('an unknown processor time is a dash', () => {
  const { lines } = summary([step('lint', { processorSeconds: Number.NaN })], 1)
  expect(lines.map((line) => line.split(/ {2,}/))).toContainEqual(['lint', '1.0', '–', '1', '0', '0'])
})

test('lists second tries; a third one fails the run', () => {
  const unit = step('unit', { secondTries: ['a'] })
  const two = summary([unit, step('browser', { secondTries: ['b'] })], 100)
  expect(two.failed).toBe(0)
  expect(two.lines).toEqual(expect.arrayContaining(['  a', '  b']))
  const three = summary([unit, step('browser', { secondTries: ['b', 'c'] })], 100)
  expect(three.failed).toBe(1)
  expect(lastLine(three)).toBe('2 passed, 1 failed')
  expect(three.lines).toContain('  3 tests needed a second try, 2 may')
})

test('a skipped test without a reason fails the run', () => {
  const found = summary([step('unit', { skipped: [{ name: 'old', reason: '' }] })], 100)
  expect(lastLine(found)).toBe('1 passed, 1 failed, 1 skipped')
  expect(found.lines).toContain('  old: no reason is given')
})
