import { partialPower } from './partial-power.ts'

const device = (powerW: (number | null)[]) => ({ deviceId: '', name: '', powerW, energyKwh: null })

test('where one device is silent the others are summed; where all report, or none does, nothing is', () => {
  const devices = [device([1, 2, null, null]), device([10, null, null, 30]), device([100, 200, null, 300])]
  expect(partialPower({ powerW: [111, null, null, null], devices })).toEqual([null, 202, null, 330])
})
