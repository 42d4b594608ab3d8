import { settingKinds } from '@helioport/contract'
import type { InverterModel } from '../physics/inverter.ts'

/** Three-phase string inverters of one family, 15 to 250 kW; typical values of the class. */
const model = (
  name: string,
  ratedKw: number,
  trackers: [count: number, strings: number],
  rest: Partial<InverterModel>,
): InverterModel => ({
  name,
  ratedPowerW: ratedKw * 1000,
  apparentVA: ratedKw * 1100,
  mpptCount: trackers[0],
  stringsPerMppt: trackers[1],
  startVoltageV: 200,
  mpptLowV: 180,
  mpptHighV: 1000,
  phaseVoltageV: 230,
  standbyW: 6 + ratedKw * 0.08,
  supportsReactivePower: true,
  controls: settingKinds,
  injectSign: 1,
  supportsIvScan: true,
  ...rest,
})

/** The oldest of the family: no registers for reactive power or an IV scan. */
export const pv15 = model('PV-15000T', 15, [2, 2], {
  supportsReactivePower: false,
  controls: ['powerLimit'],
  supportsIvScan: false,
})
/** Reactive power only by fixed values. */
export const pv30 = model('PV-30000T', 30, [4, 1], {
  controls: ['reactivePower', 'fixedReactive', 'powerLimit'],
  supportsIvScan: false,
})
export const pv60 = model('PV-60000T', 60, [4, 2], { phaseVoltageV: 220 })
export const pv100 = model('PV-100000T', 100, [8, 2], {})
/** For large plants on 800 V (phase to phase), with transformers of their own. */
export const pv250 = model('PV-250000H', 250, [12, 2], {
  injectSign: -1,
  startVoltageV: 550,
  mpptLowV: 500,
  mpptHighV: 1500,
  phaseVoltageV: 461.9,
})
