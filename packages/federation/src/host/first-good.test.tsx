import { firstGood } from './first-good.ts'

const patience = { hedgeMs: 2_500, deadlineMs: 20_000, lateError: () => 'late' }
const after = <T,>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms))
const failing = (error: string) => async () => {
  throw error
}
const never = () => new Promise<never>(() => {})

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('takes the first candidate and does not start the second', async () => {
  const second = jest.fn(never)
  expect(await firstGood([() => Promise.resolve('a'), second], patience)).toMatchObject({
    ok: true,
    value: 'a',
    position: 0,
  })
  await jest.advanceTimersByTimeAsync(30_000)
  expect(second).not.toHaveBeenCalled()
})

test('tries the next candidate at once after a failure', async () => {
  const result = await firstGood([failing('broken'), () => Promise.resolve('b')], patience)
  expect(result).toEqual({ ok: true, value: 'b', position: 1, errors: new Map([[0, 'broken']]) })
})

test('starts the next candidate after 2.5 s and reports the hanging one as late', async () => {
  const result = firstGood<string>([never, () => Promise.resolve('b')], patience)
  const settled = jest.fn()
  void result.then(settled)
  await jest.advanceTimersByTimeAsync(2_499)
  expect(settled).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(1)
  expect(await result).toEqual({ ok: true, value: 'b', position: 1, errors: new Map([[0, 'late']]) })
})

test('takes a slow candidate that is ready before the next one', async () => {
  const result = firstGood([() => after(4_000, 'slow'), () => after(5_000, 'b')], patience)
  await jest.advanceTimersByTimeAsync(4_000)
  expect(await result).toMatchObject({ ok: true, value: 'slow', position: 0 })
})

test('returns the errors of all candidates when all fail', async () => {
  const result = await firstGood([failing('a'), failing('b')], patience)
  expect(result).toEqual({ ok: false, errors: new Map([[0, 'a'], [1, 'b']]) }) // prettier-ignore
})

test('a candidate that hangs until the deadline fails as late; no candidate is a failure', async () => {
  const result = firstGood([never], patience)
  await jest.advanceTimersByTimeAsync(20_000)
  expect(await result).toEqual({ ok: false, errors: new Map([[0, 'late']]) })
  expect(await firstGood([], patience)).toEqual({ ok: false, errors: new Map() })
})
