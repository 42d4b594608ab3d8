import { newest } from './newest.ts'

function slowWork() {
  const begun: string[] = []
  const ends: { good: () => void; bad: (error: Error) => void }[] = []
  const ask = newest(
    (item: string) =>
      new Promise<void>((good, bad) => {
        begun.push(item)
        ends.push({ good, bad })
      }),
  )
  return { begun, ends, ask }
}

/** Waits until pending promise callbacks have run. */
const turn = () => new Promise((done) => setTimeout(done))

test('of 100 queued drawings only the first and the last are made', async () => {
  const { begun, ends, ask } = slowWork()
  const asked = Array.from({ length: 100 }, (_, nth) => ask(String(nth)))
  expect(begun).toEqual(['0'])
  ends[0]?.good()
  await asked[0]
  await turn()
  expect(begun).toEqual(['0', '99'])
  ends[1]?.good()
  await Promise.all(asked)
  void ask('later')
  expect(begun).toEqual(['0', '99', 'later'])
})

test('a failed drawing rejects its caller; the next one is still made', async () => {
  const { begun, ends, ask } = slowWork()
  const first = ask('first')
  const second = ask('second')
  ends[0]?.bad(new Error('no canvas'))
  await expect(first).rejects.toThrow('no canvas')
  await turn()
  expect(begun).toEqual(['first', 'second'])
  ends[1]?.good()
  await second
})
