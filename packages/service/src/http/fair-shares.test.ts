import { setImmediate as turn } from 'node:timers/promises'
import { FairShares } from './fair-shares.ts'

/** Work whose end the test controls. */
function held() {
  const order: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      order.push(name)
      ends.set(name, () => resolve(name))
    })
  return { order, work, end: (name: string) => ends.get(name)?.() }
}

test('four requests of an account run at a time, the others wait in turn; another account is not delayed', async () => {
  const shares = new FairShares()
  const { order, work, end } = held()
  const all = ['1', '2', '3', '4', '5', '6'].map((name) => shares.during('much', work(name)))
  const other = shares.during('little', work('other'))
  await turn()
  expect(order).toEqual(['1', '2', '3', '4', 'other'])
  end('3')
  await turn()
  expect(order).toEqual(['1', '2', '3', '4', 'other', '5'])
  for (const name of ['1', '2', '4', '5', 'other']) end(name)
  await turn()
  end('6')
  expect(await Promise.all([...all, other])).toEqual(['1', '2', '3', '4', '5', '6', 'other'])
})

test('sixteen requests of a main account and its sub-accounts run at a time; another account is not delayed', async () => {
  const shares = new FairShares()
  const { order, work, end } = held()
  const names = Array.from({ length: 24 }, (_, nth) => String(nth))
  const all = names.map((name, nth) => shares.during(`sub ${nth >> 1}`, work(name), 'main'))
  const other = shares.during('other', work('other'), 'other')
  await turn()
  expect(order).toEqual([...names.slice(0, 16), 'other'])
  for (const name of names) {
    while (!order.includes(name)) await turn()
    end(name)
  }
  end('other')
  expect(await Promise.all([...all, other])).toEqual([...names, 'other'])
})

test('a failed request frees its place', async () => {
  const shares = new FairShares()
  const failing = Array.from({ length: 9 }, () =>
    shares.during('account', async () => {
      await turn()
      throw new Error('no')
    }),
  )
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(Array(9).fill('rejected'))
  expect(await shares.during('account', () => Promise.resolve('yes'))).toBe('yes')
})

test('a thousand requests of an account wait; one more is refused with request.tooMany', async () => {
  const shares = new FairShares()
  const { work, end, order } = held()
  const all = Array.from({ length: 1004 }, (_, nth) => shares.during('account', work(String(nth))))
  await expect(shares.during('account', work('more'))).rejects.toThrow('request.tooMany')
  for (let nth = 0; nth < 1004; nth += 1) {
    while (order.length <= nth) await turn()
    end(String(nth))
  }
  expect(await Promise.all(all)).toHaveLength(1004)
})
