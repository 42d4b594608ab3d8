import { type AlarmCode, deviceModes, errorWordOf, type Setting, unset } from '@helioport/contract'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { gridFrequency, gridVoltageShare } from '../physics/grid.ts'
import { type AcPoint, invert } from '../physics/inverter.ts'
import { reactivePower } from '../physics/reactive.ts'
import type { Mounting } from '../physics/plane.ts'
import { seedOf } from '../random/noise.ts'
import { type InverterSpec, mpptCountOf, type PlantSpec, stringCountOf } from '../world/plant.ts'
import { type Behaviour, resetSurroundings, silent, type Surroundings, surroundingsFor } from './behaviour.ts'
import { createDcSide, type DcMinute, type DcSide } from './dc-side.ts'
import { gridCode, isStringWeak, lowLightCodes } from './inverter-codes.ts'
import type { InverterState } from './inverter-state.ts'
import type { SkyMinute } from './sky-minute.ts'
import type { StringCurve } from './string-curves.ts'

const minuteMs = 60_000

export interface Inverter {
  spec: InverterSpec
  /** Computes the minutes that end at `at`; returns the frame that its logger reads, or undefined. */
  report: (
    at: number,
    minutes: readonly SkyMinute[],
    awake: boolean,
    day: number,
    state: InverterState,
  ) => DeviceFrame | undefined
  /** Register values of reactive power control and active power limit. */
  settingsAt: (at: number) => { reactive: Setting; active: Setting }
  /** AC output in the given minute, W and var. */
  outputAt: (minute: SkyMinute) => { powerW: number; reactiveVar: number }
  /** IV curves of all its strings in the given minute. */
  curves: (minute: SkyMinute) => StringCurve[]
}

/** Result of the minutes between two reports. */
interface Sums {
  /** Means. */
  acW: number
  dcW: number
  reactiveVar: number
  /** Minutes with its grid relay closed. */
  producing: number
  /** Values of the last minute. */
  light: number
  openV: number
  last: AcPoint | undefined
}

/** Effect of one var on the voltage of a cable, relative to one watt: small in a low-voltage grid. */
const reactanceToResistance = 0.5

/** Below this share of rated power the grid relay stays open, to save it from wear at dusk. */
const leastPowerShare = 0.01

const round = (value: number, perUnit: number) => Math.round(value * perUnit) / perUnit

/** `switched`: behaviours switched on in addition to those of the spec; read at every report. */
export function createInverter(
  plant: PlantSpec,
  spec: InverterSpec,
  seed: number,
  mountings: readonly Mounting[],
  switched: () => readonly Behaviour[],
): Inverter {
  return new PlantInverter(plant, spec, seed, mountings, switched)
}

class PlantInverter implements Inverter {
  readonly spec: InverterSpec
  readonly #plant: PlantSpec
  readonly #switched: () => readonly Behaviour[]
  /** Seed of its own noise, and of the noise of its grid area. */
  readonly #seed: number
  readonly #areaSeed: number
  readonly #surroundings: Surroundings
  readonly #dcSide: DcSide
  /** Per tracker: sums, then means over the minutes of a report. */
  readonly #volts: Float64Array
  readonly #watts: Float64Array

  constructor(
    plant: PlantSpec,
    spec: InverterSpec,
    seed: number,
    mountings: readonly Mounting[],
    switched: () => readonly Behaviour[],
  ) {
    this.spec = spec
    this.#plant = plant
    this.#switched = switched
    this.#seed = seedOf(seed, spec.serial)
    this.#areaSeed = seedOf(seed, `grid ${plant.gridArea}`)
    this.#surroundings = surroundingsFor(stringCountOf(spec))
    this.#dcSide = createDcSide(plant, spec, seed, mountings)
    this.#volts = new Float64Array(mpptCountOf(spec))
    this.#watts = new Float64Array(mpptCountOf(spec))
  }

  report(
    at: number,
    minutes: readonly SkyMinute[],
    awake: boolean,
    day: number,
    state: InverterState,
  ): DeviceFrame | undefined {
    const more = this.#switched()
    const behaviours = more.length > 0 ? [...this.spec.behaviours, ...more] : this.spec.behaviours
    for (const behaviour of behaviours) behaviour.remember?.(at - minutes.length * minuteMs, at, state)
    if (state.day !== day) {
      state.day = day
      state.todayWh = 0
    }
    if (!awake) return undefined
    const sums = this.#workOut(minutes, behaviours)
    state.energyWh += sums.acW / 12
    state.todayWh += sums.acW / 12
    if (sums.producing > 0) state.minutes += 5
    const now = minutes.at(-1)
    // In complete darkness the inverter has no DC supply and is off.
    if (!now || this.#surroundings.lightLimitWm2 === 0) return undefined
    const frame = this.#frameOf(at, now, sums, state)
    return reported(at, frame, behaviours, state)
  }

  settingsAt(at: number): { reactive: Setting; active: Setting } {
    this.#disturb(at)
    return { reactive: this.#reactive(), active: this.#surroundings.limit }
  }

  outputAt(minute: SkyMinute): { powerW: number; reactiveVar: number } {
    this.#disturb(minute.at)
    const ac = this.#convert(this.#dcSide.minute(minute, this.#surroundings), minute)
    return { powerW: round(ac?.acW ?? -this.spec.model.standbyW, 10), reactiveVar: round(ac?.reactiveVar ?? 0, 10) }
  }

  curves(minute: SkyMinute): StringCurve[] {
    this.#disturb(minute.at)
    return this.#dcSide.curves(minute, this.#surroundings)
  }

  /** AC output from a minute's DC power; undefined: its grid relay is open. */
  #convert(dc: DcMinute, minute: SkyMinute): AcPoint | undefined {
    const { gridPresent, initialized, stop, powerShare, fan, heatK } = this.#surroundings
    if (!gridPresent || !initialized || stop || gridCode(this.#surroundings)) return undefined
    if (dc.openV < this.spec.model.startVoltageV) return undefined
    const { model } = this.spec
    const reactive = this.#reactive()
    const voltageShare = reactive.kind === 'voltageCurve' ? this.#voltageShare(minute.at, dc.dcW, reactive) : 1
    const ac = invert(model, dc.dcW, minute.ambientC + heatK, reactive, powerShare, fan, voltageShare)
    return ac.acW < leastPowerShare * model.ratedPowerW ? undefined : ac
  }

  #reactive(): Setting {
    return this.spec.model.supportsReactivePower ? this.#surroundings.reactive : unset.reactive
  }

  /** Terminal voltage as a share of nominal, after the Q(U) control has reacted: absorbing reactive power lowers it. */
  #voltageShare(at: number, activeW: number, reactive: Setting): number {
    const { model } = this.spec
    const active = Math.min(activeW, model.ratedPowerW)
    const shareWith = (reactiveVar: number) =>
      (this.#phaseShare(at, 0, active, reactiveVar) +
        this.#phaseShare(at, 1, active, reactiveVar) +
        this.#phaseShare(at, 2, active, reactiveVar)) /
      3
    const alone = shareWith(0)
    const answered = shareWith(reactivePower(active, reactive, model, alone))
    return (alone + answered) / 2
  }

  /** Phase voltage as a share of nominal, including the effect of this inverter's output. */
  #phaseShare(at: number, phase: number, activeW: number, reactiveVar: number): number {
    const load = (activeW + reactanceToResistance * reactiveVar) / this.spec.model.ratedPowerW
    return this.#surroundings.voltageShare * gridVoltageShare(this.#seed, this.#plant.grid, at, phase, load)
  }

  /** Means over the minutes, on the DC and the AC side; `light`, `openV` and `last` are of the last minute. */
  #workOut(minutes: readonly SkyMinute[], behaviours: readonly Behaviour[]): Sums {
    this.#volts.fill(0)
    this.#watts.fill(0)
    const sums: Sums = { acW: 0, dcW: 0, reactiveVar: 0, producing: 0, light: 0, openV: 0, last: undefined }
    for (const minute of minutes) {
      resetSurroundings(this.#surroundings)
      for (const behaviour of behaviours) behaviour.disturb?.(minute.at, this.#surroundings)
      const dc = this.#dcSide.minute(minute, this.#surroundings)
      for (let t = 0; t < this.#volts.length; t++) this.#volts[t] = (this.#volts[t] ?? 0) + (this.#dcSide.volts[t] ?? 0)
      sums.light = dc.light
      sums.openV = dc.openV
      const ac = this.#convert(dc, minute)
      sums.last = ac
      if (!ac) continue
      sums.producing++
      sums.acW += ac.acW
      sums.dcW += ac.dcW
      sums.reactiveVar += ac.reactiveVar
      for (let t = 0; t < this.#volts.length; t++)
        this.#watts[t] = (this.#watts[t] ?? 0) + (this.#dcSide.watts[t] ?? 0) * (ac.dcW / dc.dcW)
    }
    const count = minutes.length
    sums.acW /= count
    sums.dcW /= count
    sums.reactiveVar /= count
    for (let t = 0; t < this.#volts.length; t++) {
      this.#volts[t] = (this.#volts[t] ?? 0) / count
      this.#watts[t] = (this.#watts[t] ?? 0) / count
    }
    return sums
  }

  #codesOf({ last, light, openV, producing }: Sums): AlarmCode[] {
    const codes: AlarmCode[] = []
    const leaves = gridCode(this.#surroundings)
    if (leaves) codes.push(leaves)
    if (last && !this.#surroundings.scanning && (last.limit === 'thermal' || last.limit === 'command')) codes.push('A1')
    if (last && isStringWeak(this.#dcSide.shares, light)) codes.push('A3')
    if (producing === 0) codes.push(...lowLightCodes(light, openV, this.spec.model.startVoltageV))
    return codes
  }

  /** Voltage and current of its three phases, of its trackers and of their strings. */
  #electricalOf(at: number, { acW, reactiveVar }: Sums) {
    const apparent = Math.hypot(acW, reactiveVar)
    const phase = (n: number) => round(this.spec.model.phaseVoltageV * this.#phaseShare(at, n, acW, reactiveVar), 10)
    const acVoltageV = [phase(0), phase(1), phase(2)]
    const mpptVoltageV: number[] = []
    for (const mean of this.#volts) mpptVoltageV.push(round(mean, 10))
    const mpptCurrentA = mpptVoltageV.map((v, t) => (v > 0 ? round((this.#watts[t] ?? 0) / v, 100) : 0))
    return {
      acVoltageV,
      acCurrentA: acVoltageV.map((v) => (v > 0 ? round(apparent / 3 / v, 100) : 0)),
      mpptVoltageV,
      mpptCurrentA,
      stringCurrentA: this.#dcSide.stringCurrents(mpptCurrentA),
    }
  }

  #frameOf(at: number, now: SkyMinute, sums: Sums, state: InverterState): DeviceFrame {
    const { acW, dcW, reactiveVar, producing, last } = sums
    const { acVoltageV, acCurrentA, ...trackers } = this.#electricalOf(at, sums)
    const s = this.#surroundings
    return {
      serial: this.spec.serial,
      at,
      mode: last ? deviceModes.onGrid : s.initialized ? deviceModes[s.stop ?? 'standby'] : deviceModes.initial,
      errorWord: (errorWordOf(this.#codesOf(sums)) | s.errorWord) >>> 0,
      ...subStateOf(s.scanning, last),
      powerW: round(producing > 0 ? acW : -this.spec.model.standbyW, 10),
      reactiveVar: round(reactiveVar, 10),
      powerFactor: producing > 0 ? round((acW / Math.hypot(acW, reactiveVar)) * (reactiveVar < 0 ? -1 : 1), 1000) : 1,
      frequencyHz:
        s.voltageShare > 0 ? round(gridFrequency(this.#areaSeed, this.#plant.grid, at) + s.frequencyShiftHz, 100) : 0,
      acVoltageV,
      acCurrentA,
      dcPowerW: round(dcW, 10),
      ...trackers,
      cabinetC: round(last?.cabinetC ?? now.ambientC + s.heatK + 4, 10),
      energyTotalKwh: round(state.energyWh / 1000, 1000),
      energyTodayKwh: round(state.todayWh / 1000, 1000),
      hoursTotal: round(state.minutes / 60, 100),
    }
  }

  #disturb(at: number): void {
    resetSurroundings(this.#surroundings)
    for (const behaviour of [...this.spec.behaviours, ...this.#switched()]) behaviour.disturb?.(at, this.#surroundings)
  }
}

/** IV scan, or a limit other than its rated power that keeps its output below the available power. */
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
