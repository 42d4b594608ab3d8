import { type AlarmCode, deviceModes, errorWordOf } from '@helioport/contract'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { underCloud } from '../physics/clear-sky.ts'
import { gridFrequency, gridVoltageShare } from '../physics/grid.ts'
import { type AcPoint, invert } from '../physics/inverter.ts'
import { cellTemperature, moduleTemperature } from '../physics/module-temperature.ts'
import { type MppTable, mppTable } from '../physics/mpp-table.ts'
import { type Mounting, onPlane } from '../physics/plane.ts'
import { clearSkyIndex } from '../physics/weather.ts'
import { normal, seedOf, uniform } from '../random/noise.ts'
import { type ArraySpec, type InverterSpec, mpptCountOf, type PlantSpec, stringCountOf } from '../world/plant.ts'
import { resetSurroundings, silent, type Surroundings, surroundingsFor } from './behaviour.ts'
import type { SkyMinute } from './sky-minute.ts'

/** What an inverter remembers from one report to the next. */
export interface InverterState {
  energyWh: number
  todayWh: number
  /** Local day that `todayWh` belongs to. */
  day: number
  minutes: number
}

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
}

/** Loss of cables, connectors and module tolerance before the inverter. */
const wiringShare = 0.985
/** Spread of the modules of a string against each other: each string's light differs by about this. */
const stringSpread = 0.006
/** Under this in-plane irradiance (W/m2) the string watch says nothing. */
const stringWatchLight = 250
const stringWatchShare = 0.7

/** Below this share of rated power the grid relay stays open: it would wear out at every dusk. */
const leastPowerShare = 0.01
/** In-plane irradiance, W/m2: the low-light codes are told between the first two; below the third the supply is low. */
const [darkLight, weakLight, supplyLight] = [0.5, 40, 4]

interface Tracker {
  array: ArraySpec
  view: number
  table: MppTable
  firstString: number
}

const round = (value: number, perUnit: number) => Math.round(value * perUnit) / perUnit

export function createInverter(
  plant: PlantSpec,
  spec: InverterSpec,
  seed: number,
  mountings: readonly Mounting[],
): Inverter {
  const { model } = spec
  const own = seedOf(seed, spec.serial)
  const weatherSeed = seedOf(seed, `weather ${plant.key}`)
  const areaSeed = seedOf(seed, `grid ${plant.gridArea}`)
  // Clouds reach the far end of a plant some minutes after the near one.
  const lagMs = uniform(own, 1, 0) * 150_000
  const stringCount = stringCountOf(spec)
  const mpptCount = mpptCountOf(spec)
  const surroundings = surroundingsFor(stringCount)
  const quality = Float64Array.from({ length: stringCount }, (_, i) => 1 + stringSpread * normal(own, 2, i))
  const keys = mountings.map((m) => JSON.stringify(m))
  const trackers: Tracker[] = spec.arrays.flatMap((array, a) => {
    const before = spec.arrays.slice(0, a).reduce((sum, x) => sum + x.mppts * x.stringsPerMppt, 0)
    return Array.from({ length: array.mppts }, (_, m) => ({
      array,
      view: keys.indexOf(JSON.stringify(array.mounting)),
      table: mppTable(array.module),
      firstString: before + m * array.stringsPerMppt,
    }))
  })
  const volts = new Float64Array(mpptCount)
  const watts = new Float64Array(mpptCount)
  const minuteWatts = new Float64Array(mpptCount)
  const point = { voltage: 0, current: 0 }

  /** DC side of one minute: fills volts (added up) and minuteWatts; returns total W, best open voltage and light. */
  function dcSide(minute: SkyMinute, s: Surroundings): { dcW: number; openV: number; light: number } {
    const index = clearSkyIndex(weatherSeed, minute.cover, minute.at - lagMs)
    const sky = underCloud(minute.clear, minute.sun.elevation, index)
    let [dcW, openV, light] = [0, 0, 0]
    for (const [t, { array, view, table, firstString }] of trackers.entries()) {
      const planeView = minute.views[view]
      minuteWatts[t] = 0
      if (!planeView) continue
      const { poa, effective } = onPlane(planeView, sky, plant.albedo)
      const cellC = cellTemperature(
        array.thermal,
        poa,
        moduleTemperature(array.thermal, poa, minute.ambientC, minute.windMs),
      )
      let share = 0
      for (let i = 0; i < array.stringsPerMppt; i++) {
        share += (quality[firstString + i] ?? 1) * (s.strings[firstString + i] ?? 1)
      }
      // Strings in parallel share one voltage, which hardly moves with light; their currents follow each one's own.
      table.lookUp(effective * s.light, cellC, point)
      const voltage = point.voltage * array.modulesPerString
      volts[t] = (volts[t] ?? 0) + voltage
      minuteWatts[t] = voltage * point.current * share * wiringShare * plant.conditionShare
      dcW += minuteWatts[t] ?? 0
      light = Math.max(light, poa)
      openV = Math.max(openV, table.openVoltage(effective * s.light, cellC) * array.modulesPerString)
    }
    return { dcW, openV, light }
  }

  function weakString(): boolean {
    let best = 0
    for (let i = 0; i < stringCount; i++) best = Math.max(best, (quality[i] ?? 1) * (surroundings.strings[i] ?? 1))
    for (let i = 0; i < stringCount; i++) {
      if ((quality[i] ?? 1) * (surroundings.strings[i] ?? 1) < stringWatchShare * best) return true
    }
    return false
  }

  return {
    spec,
    report(at, minutes, awake, day, state) {
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
        for (const behaviour of spec.behaviours) behaviour.disturb?.(minute.at, surroundings)
        const dc = dcSide(minute, surroundings)
        light = dc.light
        openV = dc.openV
        last = undefined
        if (!surroundings.gridPresent || !surroundings.initialized || dc.openV < model.startVoltageV) continue
        const factor = model.supportsReactivePower ? surroundings.powerFactor : 1
        const ac = invert(model, dc.dcW, minute.ambientC, factor, surroundings.powerShare, surroundings.fan)
        if (ac.acW < leastPowerShare * model.ratedPowerW) continue
        last = ac
        producing++
        acW += ac.acW
        dcW += ac.dcW
        reactiveVar += ac.reactiveVar
        for (let t = 0; t < mpptCount; t++) watts[t] = (watts[t] ?? 0) + (minuteWatts[t] ?? 0) * (ac.dcW / dc.dcW)
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
      const codes: AlarmCode[] = []
      if (!s.gridPresent && s.voltageShare === 0) codes.push('E3')
      if (last && (last.limit === 'thermal' || last.limit === 'command')) codes.push('A1')
      if (last && light > stringWatchLight && weakString()) codes.push('A3')
      // Dusk: told while it lasts. In the dark the inverter waits quietly, so nothing stays raised overnight.
      if (producing === 0 && light >= darkLight && light < weakLight) {
        codes.push('A5')
        if (openV < model.startVoltageV) codes.push('A4')
        if (light < supplyLight) codes.push('A2')
      }
      const mode = !s.initialized ? deviceModes.initial : last ? deviceModes.onGrid : deviceModes.standby
      const load = Math.hypot(acW, reactiveVar) / model.ratedPowerW
      const phase = (n: number) =>
        round(model.phaseVoltageV * s.voltageShare * gridVoltageShare(own, plant.grid, at, n, load), 10)
      const voltages = [phase(0), phase(1), phase(2)]
      const amps = (v: number) => (v > 0 ? round(Math.hypot(acW, reactiveVar) / 3 / v, 100) : 0)
      const mpptVoltage = Array.from(volts, (v) => round(v / count, 10))
      const mpptCurrent = mpptVoltage.map((v, t) => (v > 0 ? round((watts[t] ?? 0) / count / v, 100) : 0))
      const frame: DeviceFrame = {
        serial: spec.serial,
        at,
        mode,
        errorWord: (errorWordOf(codes) | s.errorWord) >>> 0,
        powerW: round(producing > 0 ? acW : -model.standbyW, 10),
        reactiveVar: round(reactiveVar, 10),
        powerFactor: producing > 0 ? round((acW / Math.hypot(acW, reactiveVar)) * (reactiveVar < 0 ? -1 : 1), 1000) : 1,
        frequencyHz: s.voltageShare > 0 ? round(gridFrequency(areaSeed, plant.grid, at), 100) : 0,
        acVoltageV: voltages,
        acCurrentA: voltages.map(amps),
        dcPowerW: round(dcW, 10),
        mpptVoltageV: mpptVoltage,
        mpptCurrentA: mpptCurrent,
        stringCurrentA: stringCurrents(mpptCurrent),
        cabinetC: round(last?.cabinetC ?? now.ambientC + 4, 10),
        energyTotalKwh: round(state.energyWh / 1000, 1000),
        energyTodayKwh: round(state.todayWh / 1000, 1000),
        hoursTotal: round(state.minutes / 60, 100),
      }
      return reported(at, frame)
    },
  }

  function stringCurrents(mpptCurrent: readonly number[]): number[] {
    const currents: number[] = []
    for (const [t, { array, firstString }] of trackers.entries()) {
      let sum = 0
      for (let i = 0; i < array.stringsPerMppt; i++) {
        sum += (quality[firstString + i] ?? 1) * (surroundings.strings[firstString + i] ?? 1)
      }
      for (let i = 0; i < array.stringsPerMppt; i++) {
        const share = (quality[firstString + i] ?? 1) * (surroundings.strings[firstString + i] ?? 1)
        currents.push(sum > 0 ? round(((mpptCurrent[t] ?? 0) * share) / sum, 100) : 0)
      }
    }
    return currents
  }

  function reported(at: number, frame: DeviceFrame): DeviceFrame | undefined {
    let current = frame
    for (const behaviour of spec.behaviours) {
      const answer = behaviour.report?.(at, current)
      if (answer === silent) return undefined
      if (answer) current = answer
    }
    return current
  }
}
