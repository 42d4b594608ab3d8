import {
  type CommandKind,
  isCurve,
  type Setting,
  settingGroupOf,
  type SettingKind,
  settingKinds,
} from '@helioport/contract'
import type { LoggerCurves } from '@helioport/contract/ingest'
import { cornersText } from '../behaviour/setting.ts'
import type { Values } from '../switchboard/kind.ts'
import type { Plant } from '../device/plant.ts'
import { stringCountOf } from '../world/plant.ts'
import type { Switchboard } from '../switchboard/switchboard.ts'

/** How the inverters on a logger's bus react to commands at an instant, epoch ms. */
export interface CommandBus {
  supports: (serial: string, kind: CommandKind) => boolean
  /** Settings that each inverter supports. */
  controls: () => { serial: string; kinds: SettingKind[] }[]
  /** The active setting in the kind's group, and the AC output, W and var; null: no answer on the bus. */
  read: (serial: string, kind: SettingKind, at: number) => Reading | null
  /**
   * Writes a setting; `until`: when the setting ends. False: no answer. Whether the inverter accepted the value shows
   * in the read-back.
   */
  write: (serial: string, written: Written, at: number, until: number | null) => boolean
  modelOf: (serial: string) => string
  /** Begins a scan, unless the inverter does not answer or has not enough light. */
  beginScan: (serial: string, at: number, durationMs: number) => 'begun' | 'noAnswer' | 'notEnoughLight'
  /** Stops a scan early. */
  endScan: (serial: string, at: number) => void
  stringsOf: (serial: string) => number
  /** In the plane of the modules, W/m2; null: no sensor. */
  irradianceAt: (at: number) => number | null
  curves: (serial: string, at: number) => Omit<LoggerCurves, 'lease'>
}

/** A fixed power factor is written as a raw register value: signed thousandths, in the maker's sign convention. */
export type Written = { raw: number } | { setting: Setting }

export type Reading = Written & { powerW: number; reactiveVar: number }

/** Behaviour of each kind of setting. */
const behaviourOf = {
  reactivePower: 'setPowerFactor',
  fixedReactive: 'setFixedReactive',
  powerFactorCurve: 'setPowerFactorCurve',
  voltageCurve: 'setVoltageCurve',
  powerLimit: 'setPowerLimit',
} as const satisfies Record<SettingKind, string>

const parametersOf = ({ kind, value, points }: Setting): Values =>
  isCurve(kind)
    ? { corners: cornersText(points ?? []) }
    : kind === 'reactivePower'
      ? { value: value ?? 1 }
      : { share: value ?? 0 }

/** Behaviours that a setting of a kind overwrites. */
const groupOf = (kind: SettingKind): string[] =>
  settingKinds.filter((one) => settingGroupOf(one) === settingGroupOf(kind)).map((one) => behaviourOf[one])

/** Below this in-plane irradiance (W/m2) an inverter does not start a scan. */
const leastLight = 100

/**
 * Commands become switches of the plant's switchboard, so their effect is in every later frame, also after a restart.
 */
export function commandBus(plant: Plant, board: Switchboard, save: () => void): CommandBus {
  const { key, inverters } = plant.spec
  const modelOf = (serial: string) => inverters.find((inverter) => inverter.serial === serial)?.model
  const injectSignOf = (serial: string) => modelOf(serial)?.injectSign ?? 1
  const behavioursOf = (serial: string) => board.devices(key)(serial)
  const answers = (serial: string, at: number) =>
    plant.isAwake(at) && behavioursOf(serial).every((behaviour) => behaviour.answers?.(at) ?? true)

  function put(serial: string, behaviour: string, parameters: Values, from: number, to: number | null, ends: string[]) {
    // A register holds one value, so the former switch ends.
    for (const entry of board.switches) {
      const same = entry.plant === key && entry.serial === serial && ends.includes(entry.behaviour)
      if (same && (entry.to === null || entry.to > from)) board.switchOff(entry.id, from)
    }
    board.switchOn({ plant: key, serial, behaviour, parameters, from, to })
    save()
  }

  return {
    supports(serial, kind) {
      const model = modelOf(serial)
      return (kind === 'ivScan' ? model?.supportsIvScan : model?.controls.includes(kind)) ?? false
    },
    controls: () => inverters.map(({ serial, model }) => ({ serial, kinds: [...model.controls] })),
    read(serial, kind, at) {
      if (!answers(serial, at)) return null
      const setting = plant.settingsAt(serial, at)[settingGroupOf(kind)]
      const output = plant.outputAt(serial, at)
      if (setting.kind !== 'reactivePower') return { setting, ...output }
      return { raw: Math.round((setting.value ?? 1) * 1000) * injectSignOf(serial), ...output }
    },
    modelOf: (serial) => modelOf(serial)?.name ?? '',
    write(serial, written, at, until) {
      if (!answers(serial, at)) return false
      const taken = behavioursOf(serial).map((behaviour) => behaviour.write?.(at))
      if (taken.includes('noAnswer')) return false
      if (taken.includes('ignored')) return true
      const { kind, ...values }: Setting =
        'raw' in written
          ? { kind: 'reactivePower', value: (written.raw * injectSignOf(serial)) / 1000, points: null }
          : written.setting
      put(serial, behaviourOf[kind], parametersOf({ kind, ...values }), at, until, groupOf(kind))
      return true
    },
    beginScan(serial, at, durationMs) {
      if (!answers(serial, at) || behavioursOf(serial).some((behaviour) => behaviour.write?.(at) === 'noAnswer')) {
        return 'noAnswer'
      }
      if (plant.irradianceAt(at) < leastLight) return 'notEnoughLight'
      put(serial, 'ivScan', {}, at, at + durationMs, ['ivScan'])
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
