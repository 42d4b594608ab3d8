import { Shares } from './shares.ts'

/** Whether it has been granted by now. */
async function isTaken(taken: Promise<unknown>): Promise<boolean> {
  let is = false
  void taken.then(() => (is = true))
  for (let nth = 0; nth < 5; nth += 1) await Promise.resolve()
  return is
}

test('a busy caller leaves part of the capacity to others, who get it at once', async () => {
  const shares = new Shares(90)
  const greedy = Array.from({ length: 200 }, () => shares.take('one'))
  const taken = await Promise.all(greedy.map(isTaken))
  expect(taken.filter(Boolean)).toHaveLength(80)
  for (let nth = 0; nth < 9; nth += 1) expect(await isTaken(shares.take(`other ${nth}`))).toBe(true)
  expect(await isTaken(shares.take('last'))).toBe(true)
  expect(await isTaken(shares.take('one too many'))).toBe(false)
})

test('released capacity goes to waiting callers in turn; a repeated release does not count', async () => {
  const shares = new Shares(9)
  const first = Array.from({ length: 8 }, () => shares.take('one'))
  const giveBack = await Promise.all(first)
  const order: string[] = []
  const wait = (who: string) => void shares.take(who).then(() => order.push(who))
  for (const who of ['one', 'one']) wait(who)
  expect(await isTaken(shares.take('two'))).toBe(true)
  wait('three')
  expect(order).toEqual([])
  giveBack[0]?.()
  giveBack[0]?.()
  await isTaken(Promise.resolve())
  expect(order).toEqual(['one'])
  for (const give of giveBack.slice(1, 4)) give()
  await isTaken(Promise.resolve())
  expect(order).toEqual(['one', 'three', 'one'])
})
