import { addressOf } from '../http/address.ts'
import type { GetJson } from '../http/get-json.ts'
import { signedIn } from '../http/sign-in.ts'
import { counterOf } from '../source/counter-of.ts'
import { frameOf } from '../source/frame.ts'
import { fieldAt, fieldsOf, textAt } from '../source/json-fields.ts'
import type { CounterReading, Reading, Source } from '../source/source.ts'
import { SourceTrouble, trouble } from '../source/trouble.ts'
import { tidyName, tidySerial } from '../source/tidy.ts'
import {
  cabinetOf,
  currentsOf,
  modeOf,
  mpptCurrentsOf,
  mpptVoltagesOf,
  type Points,
  pointsOf,
  sunspecNames,
  valueOf,
  voltagesOf,
} from './points.ts'

export interface VsnDeps {
  getJson: GetJson
  now: () => number
}

/** An inverter this far behind its logger has reported nothing since. */
const asleepAfterMs = 10 * 60_000

/**
 * `--source vsn=http://guest:password@192.168.1.8`: inverters behind a VSN300 or VSN700 logger of ABB, Power-One or
 * FIMER. `/v1/livedata` is in W and Wh; `/v1/feeds` has the same in kW for charts and is not used. Meters and batteries
 * are skipped. Reactive power is left out: the meaning of its sign is undocumented.
 */
export function openVsn(argument: string, { getJson, now }: VsnDeps): Source {
  const address = addressOf(argument)
  const ask = signedIn(getJson, address)
  const name = `vsn ${address.base.replace(/^http:\/\//, '')}`
  const told = new Map<string, string>()
  let models: unknown
  let untold: string[] = []

  return {
    name,
    close: () => Promise.resolve(),
    away: () => untold.map((device) => trouble('vsn.untold', { device })),
    read: async () => {
      // Name plates are optional.
      models ??= fieldAt(await ask(`${address.base}/v1/status`).catch(() => null), 'keys')
      const live = await ask(`${address.base}/v1/livedata`)
      const devices = Object.entries(fieldsOf(live)).filter(([, device]) => Array.isArray(fieldAt(device, 'points')))
      if (devices.length === 0) throw new SourceTrouble(trouble('http.otherKind', { place: name, kind: 'VSN' }))
      untold = []
      const loggerAt = Math.max(...devices.map(([, device]) => timeOf(device) ?? 0))
      return devices.flatMap(([id, device]) => {
        if (textAt(device, 'device_type')?.startsWith('inverter') !== true) return []
        const stamp = textAt(device, 'timestamp') ?? ''
        const isOld = stamp !== '' && (told.get(id) === stamp || loggerAt - (timeOf(device) ?? 0) > asleepAfterMs)
        told.set(id, stamp)
        const reading = isOld ? null : readingOf(id, device, models, now())
        if (reading && isUntold(reading)) untold.push(id)
        return reading && !isUntold(reading) ? [reading] : []
      })
    },
  }
}

/** Only name plate fields: that is not a measurement. */
const isUntold = ({
  frame: { serial: _serial, at: _at, model: _model, ratedPowerW: _rated, ...told },
  counter,
}: Reading) => counter === null && Object.keys(told).length === 0

/** `2026-08-11T13:06:56+0200`; used only to order what one logger reports. */
function timeOf(device: unknown): number | undefined {
  const at = Date.parse((textAt(device, 'timestamp') ?? '').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return Number.isNaN(at) ? undefined : at
}

function readingOf(id: string, device: unknown, models: unknown, at: number): Reading | null {
  const points = pointsOf(device)
  const serial = tidySerial(id)
  if (serial === null) return null
  const isThreePhase = textAt(device, 'device_type') === 'inverter_3phases'
  const isOfPlate = textAt(fieldAt(models, 'device.invID'), 'value') === id
  const plate = isOfPlate ? textAt(fieldAt(models, 'device.modelDesc'), 'value') : undefined
  const maker = points.get('C_Mn')
  const frame = frameOf({
    serial,
    at,
    model: tidyName(typeof maker === 'string' ? maker : undefined, textAt(device, 'device_model') ?? plate),
    ratedPowerW: valueOf(points, 'WRtg'),
    mode: modeOf(points),
    powerW: valueOf(points, ...sunspecNames('W'), 'Pgrid'),
    frequencyHz: valueOf(points, ...sunspecNames('Hz'), 'Fgrid'),
    acVoltageV: voltagesOf(points, isThreePhase),
    acCurrentA: currentsOf(points, isThreePhase),
    dcPowerW: valueOf(points, ...sunspecNames('DCW'), 'Pin'),
    mpptVoltageV: mpptVoltagesOf(points),
    mpptCurrentA: mpptCurrentsOf(points),
    cabinetC: cabinetOf(points),
  })
  return { frame, counter: totalOf(points) }
}

function totalOf(points: Points): CounterReading | null {
  const name = [...sunspecNames('WH'), 'ETotal'].find((one) => points.has(one))
  return name === undefined ? null : counterOf(`vsn.${name}`, valueOf(points, name), 'Wh')
}
