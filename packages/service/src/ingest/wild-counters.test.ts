import { watchLoop } from '../testing/loop-watch.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { dayWithWrongs } from '../testing/test-days.ts'

const { portal, owner } = sharedPortal('2026-06-10T16:00:00Z')
watchLoop(() => portal)
const { begin, send, inDay, getDay, getAside } = dayWithWrongs(portal, owner)
beforeEach(begin)

test.each([
  ['one after the other', [12, 12 + 1 / 12], [1e9, 5e8]],
  ['the higher one last', [12, 12 + 1 / 12], [5e8, 1e9]],
  ['apart', [11, 13], [1e9, 7e8]],
  ['three of them', [12, 12 + 1 / 12, 12 + 2 / 12], [1e9, 5e8, 3e6]],
  ['too low ones', [12, 12 + 1 / 12], [3, 7]],
  ['one too high, one too low', [12, 12 + 1 / 12], [1e9, 3]],
])('all impossible counters are kept aside: %s', async (_name, hours, wild) => {
  await send([], (at) => {
    const nth = hours.findIndex((hour) => inDay(hour) === at)
    return nth < 0 ? {} : { energyTotalKwh: wild[nth] }
  })
  expect((await getDay()).figures.energyKwh).toBeCloseTo(32, 6)
  const told = (await getAside()).filter(({ reason, isOpen }) => reason === 'counterLimit' && !isOpen)
  expect(told.reduce((sum, { frames }) => sum + frames, 0)).toBe(wild.length)
  const all = told.flatMap(({ values }) => values.flatMap(({ least, greatest }) => [least, greatest]))
  expect(all.every((kwh) => wild.includes(kwh))).toBe(true)
  expect([Math.min(...all), Math.max(...all)]).toEqual([Math.min(...wild), Math.max(...wild)])
  expect(await getAside()).toHaveLength(told.length)
})

test('a counter that falls for a while is kept aside as one period; its return is accepted', async () => {
  await send([], (at) => (at >= inDay(12) && at < inDay(12.25) ? { energyTotalKwh: 0.1 } : {}))
  expect(await getAside()).toMatchObject([
    { reason: 'counterLimit', isOpen: false, frames: 3, values: [{ least: 0.1, greatest: 0.1 }] },
  ])
})
