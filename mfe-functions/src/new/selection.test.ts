import { anyCandidate } from './any-candidate.ts'
import { type Candidate } from './readiness.ts'
import { allReady, canChoose, chosenOf, nothing, toggled } from './selection.ts'

const at = (deviceId: string, stationId: string, obstacles: Candidate['obstacles'] = []): Candidate => ({
  device: anyCandidate({ deviceId, stationId }),
  obstacles,
})
const [a, b, elsewhere, busy] = [at('a', 's'), at('b', 's'), at('c', 't'), at('d', 's', ['busy'])]

test('the first choice decides the station; what stands in the way of a device keeps it out', () => {
  expect([a, b, elsewhere, busy].map((each) => canChoose(each, [a]))).toEqual([true, true, false, false])
  expect(canChoose(elsewhere, [])).toBe(true)
})

test('all of a station can be chosen at once, as soon as it is known which station', () => {
  expect(allReady([a, b, elsewhere, busy], [])).toBeNull()
  expect(allReady([a, b, elsewhere, busy], [elsewhere])).toEqual([elsewhere])
  expect(allReady([a, b, busy], [])).toEqual([a, b])
})

test('who has become busy is chosen no longer', () => {
  const selection = toggled(toggled(nothing, 'a'), 'd')
  expect(chosenOf([a, b, busy], selection)).toEqual([a])
  expect([...toggled(selection, 'a')]).toEqual(['d'])
})
