import { modelWords } from '../testing/images.ts'
import { Block } from './decode.ts'
import { models } from './model.ts'

test.each([
  ['as many as the device says, whatever stands behind them', 2, [432, 426]],
  ['as many as there is room for, where it says none', 0, [432, 426, 0, 0]],
  ['no more than there is room for', 9, [432, 426, 0, 0]],
])('reads trackers: %s', (_what, N, volts) => {
  const trackers = [720, 710, 0, 0].map((DCA) => ({ DCA, DCV: 6 * DCA, DCW: DCA }))
  const words = modelWords(160, { DCA_SF: -2, DCV_SF: -1, DCW_SF: 0, N }, trackers)
  const model = models.get(160)
  expect(model && new Block(model, words).repeats().map(({ value }) => value('DCV'))).toEqual(volts)
})
