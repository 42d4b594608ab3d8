import { anyCandidate } from './any-candidate.ts'
import { type Candidate } from './readiness.ts'
import { canChoose, chosenOf, nothing, toggled } from './selection.ts'

const at = (deviceId: string, stationId: string, obstacles: Candidate['obstacles'] = []): Candidate => ({
  device: anyCandidate({ deviceId, stationId }),
  obstacles,
})
const [a, b, elsewhere, busy] = [at('a', 's'), at('b', 's'), at('c', 't'), at('d', 's', ['busy'])]

test('devices of several stations go together; what stands in the way of a device keeps it out', () => {
  expect([a, b, elsewhere, busy].map((each) => canChoose(each))).toEqual([true, true, true, false])
})

test('who has become busy is chosen no longer', () => {
  const selection = toggled(toggled(nothing, 'a'), 'd')
  expect(chosenOf([a, b, busy], selection)).toEqual([a])
  expect([...toggled(selection, 'a')]).toEqual(['d'])
})
