import { isSilence } from '@helioport/contract'
import { codesOf, expectSound, powerOf, type Proof, sharesOf } from './proof.ts'
import { curveOf, marksOf } from './seen.ts'

const minute = 60_000

/** Proof of alarm codes: open while the behaviour lasts, cleared afterwards, with this status meanwhile. */
function raises(codes: string[], status: object, behaviour: string, parameters: Proof['parameters'] = {}): Proof {
  return {
    behaviour,
    parameters,
    shows: `${codes.join(' and ')}, ${JSON.stringify(status)}, cleared and sound afterwards`,
    check: ({ during, after }) => {
      expect(codesOf(during)).toEqual(codes)
      expect(during.device).toMatchObject(status)
      expectSound(after)
      // One alarm per cause, whether the device or the string monitoring raises it.
      const told = after.alarms.filter(({ code }) => !isSilence(code))
      expect(told.map(({ code }) => code).toSorted()).toEqual(codes)
      expect(after.alarms.every(({ clearedAt }) => clearedAt !== null)).toBe(true)
    },
  }
}
const standby = { status: 'standby' }

/** Less power than its twin while it lasts, equal power afterwards, and no alarm. */
function weakens(behaviour: string, parameters: Proof['parameters'], [low, high]: [number, number]): Proof {
  return {
    behaviour,
    ...(parameters && { parameters }),
    shows: `${low} to ${high} of its twin's energy, in the curve of the day too, no alarm`,
    check: (own, twin) => {
      const { during, after } = sharesOf(own, twin)
      expect(during).toBeGreaterThan(low)
      expect(during).toBeLessThan(high)
      expect(after).toBeGreaterThan(0.97)
      expectSound(own.during)
      expect(own.after.alarms).toEqual([])
    },
  }
}

/** Behaviours of a single inverter; each runs on an inverter of its own. */
export const deviceProofs: Proof[] = [
  raises(['E3'], { ...standby, statusReason: 'waitingForGrid' }, 'gridTrip'),
  raises(['E1'], standby, 'gridVoltage', { percent: 118 }),
  raises(['E2'], standby, 'gridVoltage', { percent: 70 }),
  raises(['E4'], standby, 'gridFrequency', { shiftHz: 1.8 }),
  raises(['E5'], standby, 'gridFrequency', { shiftHz: -1.8 }),
  raises(['A5'], { ...standby, statusReason: 'waitingForSun' }, 'lowLight', { wm2: 6 }),
  raises(['A2', 'A5'], { ...standby, statusReason: 'waitingForSun' }, 'lowLight', { wm2: 2 }),
  raises(['A3'], { status: 'normal' }, 'deadString', { string: 3 }),
  raises(['A3'], { status: 'normal' }, 'shade', { string: 2, part: 0.5, light: 0.1 }),
  raises(['A1', 'C8'], { status: 'normal' }, 'fanFailure', { heatK: 20 }),
  raises(['A1'], { status: 'normal' }, 'powerLimit', { share: 0.3 }),
  {
    behaviour: 'lowLight',
    parameters: { wm2: 0 },
    shows: 'night at noon: no frames, so Offline by day, no power, no alarm but that of its silence',
    check: ({ during, after }) => {
      expect(during.device).toMatchObject({ status: 'offline', statusReason: 'noData', powerW: null })
      expect(codesOf(during).filter((code) => !isSilence(code))).toEqual([])
      expectSound(after)
    },
  },
  {
    behaviour: 'powerLimit',
    parameters: { share: 0.4 },
    shows: 'a flat top at its share of rated power',
    check: ({ during }, _, { on, off }) => {
      const curve = curveOf(during.day.powerW, during.day, on + 10 * minute, off - 5 * minute)
      expect(curve.length).toBeGreaterThan(8)
      for (const power of curve) expect((power ?? 0) / (0.4 * during.device.ratedPowerW)).toBeCloseTo(1, 2)
    },
  },
  {
    behaviour: 'powerFactor',
    parameters: { sign: 'absorb', magnitude: 0.9 },
    shows: 'power factor -0.9 and 0.484 var absorbed per watt',
    check: ({ before, during, after }) => {
      expect(before.device.reactiveVar).toBe(0)
      expect(during.device.powerFactor).toBe(-0.9)
      expect((during.device.reactiveVar ?? 0) / powerOf(during)).toBeCloseTo(-0.4843, 3)
      expect(during.candidate.reactivePowerObstacles).toEqual([])
      expect(after.device.reactiveVar).toBe(0)
    },
  },
  {
    behaviour: 'fanFailure',
    shows: 'a cabinet at least 10 K hotter than that of its twin',
    check: (own, twin) =>
      expect((own.during.device.cabinetC ?? 0) - (twin.during.device.cabinetC ?? 0)).toBeGreaterThan(10),
  },
  {
    behaviour: 'deviceOffline',
    shows: 'Offline after three intervals while the plant goes on; the whole energy once it answers again',
    check: (own, twin) => {
      expect(own.during.device).toMatchObject({ status: 'offline', statusReason: 'noData', powerW: null })
      expect(own.during.device.age.state).toBe('stale')
      expect(own.during.station.status).not.toBe('offline')
      expect(twin.during.device.status).toBe('normal')
      expectSound(own.after)
      const whole = sharesOf(
        { ...own, during: own.after, after: own.after },
        { ...twin, during: twin.after, after: twin.after },
      )
      expect(whole.during).toBeGreaterThan(0.97)
      expect(whole.during).toBeLessThan(1.03)
    },
  },
  {
    behaviour: 'uninitialised',
    shows: 'Standby by day, no energy, and no command: not initialised',
    check: ({ before, during, after }) => {
      expect(during.device).toMatchObject({ status: 'standby', openAlarms: [] })
      expect(during.candidate.reactivePowerObstacles).toContain('uninitialized')
      expect((during.device.energyTodayKwh ?? 0) - (before.device.energyTodayKwh ?? 0)).toBeLessThan(5)
      expectSound(after)
    },
  },
  weakens('lightLoss', { share: 0.6 }, [0.55, 0.65]),
  weakens('seriesResistance', { string: 0, ohm: 8 }, [0.7, 0.95]),
  weakens('shunt', { string: 0 }, [0.5, 0.95]),
  weakens('pid', {}, [0.5, 0.95]),
  {
    behaviour: 'soiling',
    parameters: { share: 0.9, perDay: 0.2, least: 0.5 },
    shows: 'power against its twin that sinks, and jumps back with the rain',
    check: (own, twin, { on, off, after }) => {
      const ratios = (from: number, to: number) => {
        const [mine, other] = [own, twin].map(({ after: seen }) => curveOf(seen.day.powerW, seen.day, from, to))
        return (mine ?? []).map((power, i) => (power ?? 0) / (other?.[i] ?? 1))
      }
      const dirty = ratios(on + 5 * minute, off - 5 * minute)
      expect(dirty[0]).toBeLessThan(0.93)
      expect((dirty[0] ?? 0) - (dirty.at(-1) ?? 0)).toBeGreaterThan(0.003)
      expect(ratios(off + 10 * minute, after - 5 * minute)[0]).toBeGreaterThan(0.97)
    },
  },
  {
    behaviour: 'deadString',
    parameters: { string: 5 },
    shows: '0 A on that string alone, and the watch over the strings names it',
    check: ({ during }) => {
      const [watched] = during.alarms.filter(({ source }) => source === 'stringWatch')
      expect(watched).toMatchObject({ code: 'A3', mppt: 3, string: 5, clearedAt: null })
      const currents = during.device.stringCurrentA
      expect(currents[4]).toBe(0)
      expect(currents.filter((current) => current === 0)).toHaveLength(1)
    },
  },
  {
    behaviour: 'shade',
    parameters: { string: 2, part: 0.5, light: 0.1 },
    shows: 'less than half the current of its neighbour on that string',
    check: ({ during }) => {
      const [one, two] = during.device.stringCurrentA
      expect(two).toBeLessThan(0.5 * (one ?? 0))
    },
  },
  {
    behaviour: 'pid',
    shows: 'a lower voltage at the trackers',
    check: (own, twin) =>
      expect((own.during.device.mpptVoltageV[0] ?? 0) / (twin.during.device.mpptVoltageV[0] ?? 1)).toBeLessThan(0.98),
  },
  {
    behaviour: 'staleValues',
    shows: 'the stretch marked stale and without energy, though its times are new',
    check: ({ before, during, after }, _, { on, off }) => {
      expect(during.device.age.state).toBe('live')
      expect(marksOf(during.day, on, off)).toContain('stale')
      // Up to five minutes of power belong to the time before the board froze.
      const gained = (during.device.energyTodayKwh ?? 0) - (before.device.energyTodayKwh ?? 0)
      expect(gained).toBeLessThan((powerOf(before) / 1000) * 0.2)
      expect(marksOf(after.day, off + 35 * minute, after.at)).toEqual([])
    },
  },
  {
    behaviour: 'counterReset',
    shows: 'a reset, no energy invented and none lost but that of one step',
    check: (own, twin, { on }) => {
      expect(marksOf(own.during.day, on - 5 * minute, on + 10 * minute)).toContain('reset')
      const { during, after } = sharesOf(own, twin)
      expect(during).toBeGreaterThan(0.88)
      expect(during).toBeLessThan(1.03)
      expect(after).toBeGreaterThan(0.97)
      // The plant's lifetime counter continues.
      expect(own.during.device.energyTotalKwh ?? 0).toBeGreaterThan(own.before.device.energyTotalKwh ?? 0)
    },
  },
  {
    behaviour: 'counterFallBack',
    shows: 'the step down as a reset, the step up as an outlier; neither counted',
    check: (own, twin, { on, off }) => {
      expect(marksOf(own.after.day, on - 5 * minute, on + 10 * minute)).toContain('reset')
      expect(marksOf(own.after.day, off - 5 * minute, off + 10 * minute)).toContain('outlier')
      const { during, after } = sharesOf(own, twin)
      for (const share of [during, after]) {
        expect(share).toBeGreaterThan(0.88)
        expect(share).toBeLessThan(1.03)
      }
    },
  },
  {
    behaviour: 'powerSpikes',
    parameters: { share: 0.3, factor: 2.5 },
    shows: 'energy as it was',
    check: (own, twin) => {
      expect(sharesOf(own, twin).during).toBeGreaterThan(0.97)
      expect(sharesOf(own, twin).during).toBeLessThan(1.03)
    },
  },
  {
    behaviour: 'powerSpikes',
    parameters: { share: 0.5, factor: 10 },
    shows: 'no such power in the curve: the rows are refused, the energy is whole',
    check: (own, twin, { on, off }) => {
      const curve = curveOf(own.after.day.powerW, own.after.day, on, off)
      for (const power of curve) expect(power ?? 0).toBeLessThan(1.2 * own.after.device.ratedPowerW)
      expect(sharesOf(own, twin).during).toBeGreaterThan(0.85)
      expect(sharesOf(own, twin).during).toBeLessThan(1.03)
    },
  },
  {
    behaviour: 'counterSpikes',
    parameters: { share: 0.2, kwh: 5000 },
    shows: 'outliers, the energy as it was',
    check: (own, twin, { on, off }) => {
      expect(marksOf(own.after.day, on, off)).toContain('outlier')
      expect(sharesOf(own, twin).during).toBeGreaterThan(0.8)
      expect(sharesOf(own, twin).during).toBeLessThan(1.03)
    },
  },
  {
    behaviour: 'swappedInverter',
    shows: 'the old device Offline and nobody else: rows of an unknown serial are refused',
    check: ({ during, after }) => {
      expect(during.device).toMatchObject({ status: 'offline', statusReason: 'noData' })
      expect(during.station.deviceCounts.offline).toBeLessThan(during.others.length)
      expect(during.others.every(({ serial }) => !serial.startsWith('9901-'))).toBe(true)
      expectSound(after)
    },
  },
]
