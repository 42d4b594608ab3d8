import type { LoggerCurves } from '@helioport/contract/ingest'
import type { Plant } from '../device/plant.ts'
import { stringCountOf } from '../world/plant.ts'
import type { Switchboard } from '../switchboard/switchboard.ts'

/** What the inverters on a logger's bus do with commands at an instant, epoch ms. */
export interface CommandBus {
  supports: (serial: string, action: 'powerFactor' | 'ivScan') => boolean
  /** The value in the register, and what is fed in with it, W and var; null: no answer on the bus. */
  readPowerFactor: (serial: string, at: number) => Reading | null
  /** Writes a raw value. False: no answer; whether the value was taken is told by reading it. */
  writePowerFactor: (serial: string, raw: number, at: number) => boolean
  modelOf: (serial: string) => string
  /** Begins a scan; false: no answer, or no sun to scan by. */
  beginScan: (serial: string, at: number, durationMs: number) => 'begun' | 'noAnswer' | 'notEnoughLight'
  /** Ends a scan before its time. */
  endScan: (serial: string, at: number) => void
  stringsOf: (serial: string) => number
  /** In the plane of the modules, W/m2; null: no sensor. */
  irradianceAt: (at: number) => number | null
  curves: (serial: string, at: number) => Omit<LoggerCurves, 'lease'>
}

interface Reading {
  /** As the register holds it: signed thousandths, in the sign of its maker. */
  raw: number
  powerW: number
  reactiveVar: number
}

/** In-plane irradiance (W/m2) under which an inverter does not begin to scan. */
const leastLight = 100

/** Commands become switches of the plant's board: what they do is in every frame from then on, a restart included. */
export function commandBus(plant: Plant, board: Switchboard, save: () => void): CommandBus {
  const { key, inverters } = plant.spec
  const modelOf = (serial: string) => inverters.find((inverter) => inverter.serial === serial)?.model
  const injectSignOf = (serial: string) => modelOf(serial)?.injectSign ?? 1
  const behavioursOf = (serial: string) => board.devices(key)(serial)
  const answers = (serial: string, at: number) =>
    plant.isAwake(at) && behavioursOf(serial).every((behaviour) => behaviour.answers?.(at) ?? true)

  function put(serial: string, behaviour: string, parameters: Record<string, number>, from: number, to: number | null) {
    // The former value of the register ends: a register has one value.
    for (const entry of board.switches) {
      const same = entry.plant === key && entry.serial === serial && entry.behaviour === behaviour
      if (same && (entry.to === null || entry.to > from)) board.switchOff(entry.id, from)
    }
    board.switchOn({ plant: key, serial, behaviour, parameters, from, to })
    save()
  }

  return {
    supports(serial, action) {
      const model = modelOf(serial)
      return (action === 'ivScan' ? model?.supportsIvScan : model?.supportsReactivePower) ?? false
    },
    readPowerFactor: (serial, at) =>
      answers(serial, at)
        ? {
            raw: Math.round(plant.powerFactorAt(serial, at) * 1000) * injectSignOf(serial),
            ...plant.outputAt(serial, at),
          }
        : null,
    modelOf: (serial) => modelOf(serial)?.name ?? '',
    writePowerFactor(serial, raw, at) {
      if (!answers(serial, at)) return false
      const taken = behavioursOf(serial).map((behaviour) => behaviour.write?.(at))
      if (taken.includes('noAnswer')) return false
      if (!taken.includes('ignored'))
        put(serial, 'setPowerFactor', { value: (raw * injectSignOf(serial)) / 1000 }, at, null)
      return true
    },
    beginScan(serial, at, durationMs) {
      if (!answers(serial, at) || behavioursOf(serial).some((behaviour) => behaviour.write?.(at) === 'noAnswer')) {
        return 'noAnswer'
      }
      if (plant.irradianceAt(at) < leastLight) return 'notEnoughLight'
      put(serial, 'ivScan', {}, at, at + durationMs)
      return 'begun'
    },
    endScan(serial, at) {
      for (const entry of board.switches) {
        const same = entry.plant === key && entry.serial === serial && entry.behaviour === 'ivScan'
        if (same && (entry.to === null || entry.to > at)) board.switchOff(entry.id, at)
      }
      save()
    },
    stringsOf(serial) {
      const spec = inverters.find((inverter) => inverter.serial === serial)
      return spec ? stringCountOf(spec) : 1
    },
    irradianceAt: (at) => (plant.spec.hasSensors ? plant.irradianceAt(at) : null),
    curves: (serial, at) => plant.scan(serial, at),
  }
}
