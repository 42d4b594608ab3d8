import { anyCandidate } from './any-candidate.ts'
import { type Candidate } from './readiness.ts'
import { canChoose, chosenOf, nothing, toggled } from './selection.ts'

const at = (deviceId: string, stationId: string, obstacles: Candidate['obstacles'] = []): Candidate => ({
  device: anyCandidate({ deviceId, stationId }),
  obstacles,
})
const [a, b, elsewhere, busy] = [at('a', 's'), at('b', 's'), at('c', 't'), at('d', 's', ['busy'])]

test('devices of several stations can be selected together, blocked ones not', () => {
  expect([a, b, elsewhere, busy].map((each) => canChoose(each))).toEqual([true, true, true, false])
})

test('a device that became busy is no longer selected', () => {
  const selection = toggled(toggled(nothing, 'a'), 'd')
  expect(chosenOf([a, b, busy], selection)).toEqual([a])
  expect([...toggled(selection, 'a')]).toEqual(['d'])
})
