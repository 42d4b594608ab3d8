import { firstGood } from './first-good.ts'

const patience = { hedgeMs: 2_500, deadlineMs: 20_000, lateError: () => 'late' }
const after = <T,>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms))
const failing = (error: string) => async () => {
  throw error
}
const never = () => new Promise<never>(() => {})

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('the first candidate is taken, the second is not even started', async () => {
  const second = jest.fn(never)
  expect(await firstGood([() => Promise.resolve('a'), second], patience)).toMatchObject({
    ok: true,
    value: 'a',
    position: 0,
  })
  await jest.advanceTimersByTimeAsync(30_000)
  expect(second).not.toHaveBeenCalled()
})

test('after a failure the next one is tried at once', async () => {
  const result = await firstGood([failing('broken'), () => Promise.resolve('b')], patience)
  expect(result).toEqual({ ok: true, value: 'b', position: 1, errors: new Map([[0, 'broken']]) })
})

test('one that hangs is passed by after 2.5 s, and counts as late', async () => {
  const result = firstGood<string>([never, () => Promise.resolve('b')], patience)
  const settled = jest.fn()
  void result.then(settled)
  await jest.advanceTimersByTimeAsync(2_499)
  expect(settled).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(1)
  expect(await result).toEqual({ ok: true, value: 'b', position: 1, errors: new Map([[0, 'late']]) })
})

test('a slow one still wins if it is ready before the next', async () => {
  const result = firstGood([() => after(4_000, 'slow'), () => after(5_000, 'b')], patience)
  await jest.advanceTimersByTimeAsync(4_000)
  expect(await result).toMatchObject({ ok: true, value: 'slow', position: 0 })
})

test('when all fail the errors of all are known', async () => {
  const result = await firstGood([failing('a'), failing('b')], patience)
  expect(result).toEqual({ ok: false, errors: new Map([[0, 'a'], [1, 'b']]) }) // prettier-ignore
})

test('what hangs to the deadline counts as late', async () => {
  const result = firstGood([never], patience)
  await jest.advanceTimersByTimeAsync(20_000)
  expect(await result).toEqual({ ok: false, errors: new Map([[0, 'late']]) })
  expect(await firstGood([], patience)).toEqual({ ok: false, errors: new Map() })
})
