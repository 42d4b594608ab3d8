import { modelWords } from '../testing/images.ts'
import { Block } from './decode.ts'
import { measuredBy } from './measured.ts'
import { models } from './model.ts'

test.each([
  ['three wires', 103, { PPVphAB: 480, PPVphBC: 480, PPVphCA: 480 }, [277.1, 277.1, 277.1]],
  ['three wires that differ', 113, { PPVphAB: 410, PPVphBC: 400, PPVphCA: 390 }, [231, 236.7, 225.1]],
  ['two of three wires, which say nothing of the phases', 103, { PPVphAB: 480, PPVphBC: 480 }, undefined],
  ['three wires of 701', 701, { VL1L2: 400, VL2L3: 400, VL3L1: 400 }, [230.9, 230.9, 230.9]],
  ['a single phase between two wires', 101, { PPVphAB: 240 }, [240]],
  ['phases beside their lines', 103, { PPVphAB: 400, PhVphA: 231, PhVphB: 232, PhVphC: 230 }, [231, 232, 230]],
])('voltages: %s', (_what, id, voltages, acVoltageV) => {
  const model = models.get(id)
  if (!model) throw new Error(`no model ${id}`)
  const inverter = new Block(model, modelWords(id, { W: 5120, W_SF: 0, V_SF: 0, ...voltages }))
  expect(measuredBy({ inverter, trackers: null, status: null, storage: null }).acVoltageV).toEqual(acVoltageV)
})
