import { Crowded, createTurns } from './turns.ts'

const settled = () => new Promise((done) => setImmediate(done))

test('each caller has one turn at a time; a caller with many requests does not delay others', async () => {
  const turns = createTurns(2, 3)
  const running: string[] = []
  const ends: (() => void)[] = []
  const take = (caller: string) =>
    turns
      .take(caller, async () => {
        running.push(caller)
        await new Promise<void>((end) => ends.push(end))
      })
      .catch((error: unknown) => error)
  const flood = Array.from({ length: 5 }, () => take('flood'))
  const others = ['b', 'c'].map(take)
  expect(await flood[4]).toBeInstanceOf(Crowded)
  await settled()
  expect(running).toEqual(['flood', 'b'])
  ends[1]?.()
  await settled()
  expect(running).toEqual(['flood', 'b', 'c'])
  ends[2]?.()
  // Without other callers, a caller's requests still run one at a time.
  for (const done of [3, 4, 5, 6]) {
    await settled()
    expect(running).toHaveLength(done)
    ends[done === 3 ? 0 : done - 1]?.()
  }
  expect(await Promise.all([...flood.slice(0, 4), ...others])).toEqual(Array.from({ length: 6 }))
})
