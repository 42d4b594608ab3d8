import { type AlarmCode, deviceModes, errorWordOf } from '@helioport/contract'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { gridFrequency, gridVoltageShare } from '../physics/grid.ts'
import { type AcPoint, invert } from '../physics/inverter.ts'
import type { Mounting } from '../physics/plane.ts'
import { seedOf } from '../random/noise.ts'
import { type InverterSpec, mpptCountOf, type PlantSpec, stringCountOf } from '../world/plant.ts'
import { type Behaviour, resetSurroundings, silent, surroundingsFor } from './behaviour.ts'
import { createDcSide, type DcMinute, type StringCurve } from './dc-side.ts'
import { gridCode, isStringWeak, lowLightCodes } from './inverter-codes.ts'
import type { InverterState } from './inverter-state.ts'
import type { SkyMinute } from './sky-minute.ts'

const minuteMs = 60_000

export interface Inverter {
  spec: InverterSpec
  /** Lives through the minutes that end at `at`; returns what it tells its logger, or nothing. */
  report: (
    at: number,
    minutes: readonly SkyMinute[],
    awake: boolean,
    day: number,
    state: InverterState,
  ) => DeviceFrame | undefined
  /** What its register for a fixed power factor holds. */
  powerFactorAt: (at: number) => number
  /** What it feeds in under the sky of one minute, W and var. */
  outputAt: (minute: SkyMinute) => { powerW: number; reactiveVar: number }
  /** The curves of all its strings under the sky of one minute. */
  curves: (minute: SkyMinute) => StringCurve[]
}

/** Below this share of rated power the grid relay stays open: it would wear out at every dusk. */
const leastPowerShare = 0.01

const round = (value: number, perUnit: number) => Math.round(value * perUnit) / perUnit

/** `switched`: what somebody has switched on besides the behaviours of the spec; asked at every report. */
export function createInverter(
  plant: PlantSpec,
  spec: InverterSpec,
  seed: number,
  mountings: readonly Mounting[],
  switched: () => readonly Behaviour[],
): Inverter {
  const { model } = spec
  const own = seedOf(seed, spec.serial)
  const areaSeed = seedOf(seed, `grid ${plant.gridArea}`)
  const surroundings = surroundingsFor(stringCountOf(spec))
  const dcSide = createDcSide(plant, spec, seed, mountings)
  const mpptCount = mpptCountOf(spec)
  const volts = new Float64Array(mpptCount)
  const watts = new Float64Array(mpptCount)

  /** What it makes of a minute's direct current; undefined: its grid relay is open. */
  function convert(dc: DcMinute, minute: SkyMinute): AcPoint | undefined {
    const { gridPresent, initialized, stop, powerShare, fan } = surroundings
    if (!gridPresent || !initialized || stop || gridCode(surroundings)) return undefined
    if (dc.openV < model.startVoltageV) return undefined
    const factor = model.supportsReactivePower ? surroundings.powerFactor : 1
    const ac = invert(model, dc.dcW, minute.ambientC + surroundings.heatK, factor, powerShare, fan)
    return ac.acW < leastPowerShare * model.ratedPowerW ? undefined : ac
  }

  function disturb(at: number): void {
    resetSurroundings(surroundings)
    for (const behaviour of [...spec.behaviours, ...switched()]) behaviour.disturb?.(at, surroundings)
  }

  return {
    spec,
    report(at, minutes, awake, day, state) {
      const more = switched()
      const behaviours = more.length > 0 ? [...spec.behaviours, ...more] : spec.behaviours
      for (const behaviour of behaviours) behaviour.remember?.(at - minutes.length * minuteMs, at, state)
      if (state.day !== day) {
        state.day = day
        state.todayWh = 0
      }
      if (!awake) return undefined
      volts.fill(0)
      watts.fill(0)
      let [acW, dcW, reactiveVar, producing, light, openV] = [0, 0, 0, 0, 0, 0]
      let last: AcPoint | undefined
      for (const minute of minutes) {
        resetSurroundings(surroundings)
        for (const behaviour of behaviours) behaviour.disturb?.(minute.at, surroundings)
        const dc = dcSide.minute(minute, surroundings)
        for (let t = 0; t < mpptCount; t++) volts[t] = (volts[t] ?? 0) + (dcSide.volts[t] ?? 0)
        light = dc.light
        openV = dc.openV
        const ac = convert(dc, minute)
        last = ac
        if (!ac) continue
        producing++
        acW += ac.acW
        dcW += ac.dcW
        reactiveVar += ac.reactiveVar
        for (let t = 0; t < mpptCount; t++) watts[t] = (watts[t] ?? 0) + (dcSide.watts[t] ?? 0) * (ac.dcW / dc.dcW)
      }
      const count = minutes.length
      acW /= count
      dcW /= count
      reactiveVar /= count
      state.energyWh += acW / 12
      state.todayWh += acW / 12
      if (producing > 0) state.minutes += 5
      const now = minutes[count - 1]
      if (!now) return undefined

      const s = surroundings
      // As dark as night, it switches off with its DC supply.
      if (s.lightLimitWm2 === 0) return undefined
      const codes: AlarmCode[] = []
      const leaves = gridCode(s)
      if (leaves) codes.push(leaves)
      if (last && !s.scanning && (last.limit === 'thermal' || last.limit === 'command')) codes.push('A1')
      if (last && isStringWeak(dcSide.shares, light)) codes.push('A3')
      if (producing === 0) codes.push(...lowLightCodes(light, openV, model.startVoltageV))
      const mode = last ? deviceModes.onGrid : s.initialized ? deviceModes[s.stop ?? 'standby'] : deviceModes.initial
      const load = Math.hypot(acW, reactiveVar) / model.ratedPowerW
      const phase = (n: number) =>
        round(model.phaseVoltageV * s.voltageShare * gridVoltageShare(own, plant.grid, at, n, load), 10)
      const voltages = [phase(0), phase(1), phase(2)]
      const amps = (v: number) => (v > 0 ? round(Math.hypot(acW, reactiveVar) / 3 / v, 100) : 0)
      const mpptVoltage: number[] = []
      for (const sum of volts) mpptVoltage.push(round(sum / count, 10))
      const mpptCurrent = mpptVoltage.map((v, t) => (v > 0 ? round((watts[t] ?? 0) / count / v, 100) : 0))
      const frame: DeviceFrame = {
        serial: spec.serial,
        at,
        mode,
        errorWord: (errorWordOf(codes) | s.errorWord) >>> 0,
        ...subStateOf(s.scanning, last),
        powerW: round(producing > 0 ? acW : -model.standbyW, 10),
        reactiveVar: round(reactiveVar, 10),
        powerFactor: producing > 0 ? round((acW / Math.hypot(acW, reactiveVar)) * (reactiveVar < 0 ? -1 : 1), 1000) : 1,
        frequencyHz: s.voltageShare > 0 ? round(gridFrequency(areaSeed, plant.grid, at) + s.frequencyShiftHz, 100) : 0,
        acVoltageV: voltages,
        acCurrentA: voltages.map(amps),
        dcPowerW: round(dcW, 10),
        mpptVoltageV: mpptVoltage,
        mpptCurrentA: mpptCurrent,
        stringCurrentA: dcSide.stringCurrents(mpptCurrent),
        cabinetC: round(last?.cabinetC ?? now.ambientC + s.heatK + 4, 10),
        energyTotalKwh: round(state.energyWh / 1000, 1000),
        energyTodayKwh: round(state.todayWh / 1000, 1000),
        hoursTotal: round(state.minutes / 60, 100),
      }
      return reported(at, frame, behaviours, state)
    },
    powerFactorAt(at) {
      disturb(at)
      return model.supportsReactivePower ? surroundings.powerFactor : 1
    },
    outputAt(minute) {
      disturb(minute.at)
      const ac = convert(dcSide.minute(minute, surroundings), minute)
      return { powerW: round(ac?.acW ?? -model.standbyW, 10), reactiveVar: round(ac?.reactiveVar ?? 0, 10) }
    },
    curves(minute) {
      disturb(minute.at)
      return dcSide.curves(minute, surroundings)
    },
  }
}

/** A scan, or whatever holds it below what the sun offers and is no part of its own size. */
function subStateOf(scanning: boolean, last: AcPoint | undefined): Pick<DeviceFrame, 'subState'> {
  if (scanning) return { subState: 'ivScanning' }
  const limited = last && last.limit !== 'none' && last.limit !== 'rated'
  return limited ? { subState: 'limited' } : {}
}

function reported(
  at: number,
  frame: DeviceFrame,
  behaviours: readonly Behaviour[],
  state: InverterState,
): DeviceFrame | undefined {
  let current = frame
  for (const behaviour of behaviours) {
    const answer = behaviour.report?.(at, current, state)
    if (answer === silent) return undefined
    if (answer) current = answer
  }
  return current
}
