import type { DeviceFrame } from '@helioport/contract/ingest'

const dayMs = 86_400_000
export const binMs = 300_000
export const binsPerDay = dayMs / binMs
const ratedW = 60_000
/** Time zone of the plants: east of Greenwich, without daylight-saving time. */
export const zone = { timeZone: 'Asia/Taipei', offsetMs: 8 * 3_600_000 }

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
/** 0 in the night, 1 at noon. */
const sunAt = (at: number) => Math.max(0, Math.sin((((at + zone.offsetMs) % dayMs) / dayMs - 0.25) * 2 * Math.PI))
/** Accumulated hours of full sun since local midnight, per bin. */
const sunHours = Array.from({ length: binsPerDay + 1 }, () => 0)
for (let bin = 0; bin < binsPerDay; bin += 1) {
  sunHours[bin + 1] = (sunHours[bin] ?? 0) + sunAt(bin * binMs - zone.offsetMs + dayMs) / 12
}

/**
 * A frame of a sound inverter of 60 kW with 4 MPPTs and 8 strings: 29 values. A pure function of the time and of the
 * inverter's number, so that its counter needs no state.
 */
export function frameAt(serial: string, nth: number, at: number): DeviceFrame {
  const local = at + zone.offsetMs
  const [days, bins] = [Math.floor(local / dayMs) - 20_000, (local % dayMs) / binMs]
  const bin = Math.floor(bins)
  const hours = (sunHours[bin] ?? 0) + (bins - bin) * ((sunHours[bin + 1] ?? 0) - (sunHours[bin] ?? 0))
  const fullW = ratedW * (0.8 + (nth % 17) / 100)
  const powerW = round(fullW * sunAt(at), 1)
  const kwh = (fullW / 1000) * (days * (sunHours.at(-1) ?? 0) + hours)
  const amps = round(powerW / 3 / 230, 1)
  const stringA = round(amps / 8, 2)
  return {
    serial,
    at,
    mode: powerW > 0 ? 3 : 1,
    errorWord: 0,
    powerW,
    reactiveVar: 0,
    powerFactor: 1,
    frequencyHz: 60.01,
    acVoltageV: [230.1, 229.8, 230.4],
    acCurrentA: [amps, amps, amps],
    dcPowerW: round(powerW * 1.02, 1),
    mpptVoltageV: [620.1, 618.4, 615.9, 622.2],
    mpptCurrentA: [amps, amps, amps, amps],
    stringCurrentA: [stringA, stringA, stringA, stringA, stringA, stringA, stringA, stringA],
    cabinetC: 41.5,
    energyTotalKwh: round(kwh, 2),
    hoursTotal: 1234,
  }
}

/** Irradiance of the plant, W/m2. */
export const sensorAt = (at: number) => ({ at, irradianceWm2: round(1000 * sunAt(at), 1), moduleC: 40, ambientC: 28 })
