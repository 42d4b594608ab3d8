import { type Address, addressOf } from '../http/address.ts'
import type { GetJson } from '../http/get-json.ts'
import { signedIn } from '../http/sign-in.ts'
import { counterOf } from '../source/counter-of.ts'
import { frameOf } from '../source/frame.ts'
import { fieldAt, fieldsOf, textAt } from '../source/json-fields.ts'
import { readEach } from '../source/read-each.ts'
import type { Reading, Source } from '../source/source.ts'
import { SourceAway, trouble, type Trouble } from '../source/trouble.ts'
import { measured, measuredRow, tidyName, tidySerial } from '../source/tidy.ts'
import { askFronius, FroniusMissing, FroniusRefusal, oldRoot } from './answer.ts'
import { modeOf, plainName, valueOf } from './values.ts'

export interface FroniusDeps {
  getJson: GetJson
  now: () => number
}

/** Error codes by which a single-phase inverter refuses the three-phase data collection. */
const noThreePhases = new Set([1, 6, 11])
const trackers = ['', '_2', '_3', '_4'] as const

interface Inverter {
  id: string
  /** Null: the list has no permanent identifier of it. */
  serial: string | null
  model: string | undefined
}

/**
 * `--source fronius=192.168.1.5`: all inverters of a Datamanager or of a GEN24, over the Solar API v1, or v0 of the
 * first dataloggers. At most two requests are open at a time, which is what the device accepts.
 */
export function openFronius(argument: string, { getJson, now }: FroniusDeps): Source {
  const address: Address = addressOf(argument)
  const newRoot = `${address.base}/solar_api/v1/`
  let root = newRoot
  const ask = (path: string, inverter: string | null) => askFronius(signed, root, path, inverter)
  const signed = signedIn(getJson, address)
  let away: readonly Trouble[] = []

  return {
    name: `fronius ${address.base.replace(/^http:\/\//, '')}`,
    read: async () => {
      const inverters = invertersOf(await list())
      const told = await readEach(inverters, readInverter)
      away = told.away
      return told.readings
    },
    away: () => away,
    close: () => Promise.resolve(),
  }

  async function list(): Promise<unknown> {
    try {
      return await ask('GetInverterInfo.cgi', null)
    } catch (error) {
      const other = error instanceof FroniusMissing ? await oldRoot(signed, address.base) : null
      if (other === null) throw error
      root = other
      return ask('GetInverterInfo.cgi', null)
    }
  }

  async function readInverter(inverter: Inverter): Promise<Reading> {
    const path = `GetInverterRealtimeData.cgi?Scope=Device&${root === newRoot ? 'DeviceId' : 'DeviceIndex'}=${inverter.id}&DataCollection=`
    const { serial, id } = inverter
    if (serial === null) throw new SourceAway(trouble('fronius.noNumber', { inverter: id }))
    const [common, phases] = await Promise.all([
      ask(`${path}CommonInverterData`, id),
      ask(`${path}3PInverterData`, id).catch((error: unknown) => error),
    ])
    return readingOf({ ...inverter, serial }, common, phases, now())
  }
}

/** At night the list is empty, or names inverters that do not answer. */
function invertersOf(data: unknown): Inverter[] {
  const entries = Object.entries(fieldsOf(data)).filter(([id]) => /^\d{1,3}$/.test(id))
  return entries.map(([id, info]): Inverter => {
    const own = textAt(info, 'UniqueID')?.trim() ?? ''
    // Old devices report three digits, which is shorter than the portal accepts.
    const serial = tidySerial(own) ?? (own === '' ? null : tidySerial(`fronius-${own}`))
    const model = tidyName('Fronius', plainName(textAt(info, 'CustomName') ?? ''))
    return { id, serial, model }
  })
}

/** @param phases data of the three phases, or the error of that request */
function readingOf(
  { serial, model }: { serial: string; model: string | undefined },
  common: unknown,
  phases: unknown,
  at: number,
): Reading {
  const status = fieldAt(common, 'DeviceStatus')
  const voltages = trackers.map((mark) => valueOf(common, `UDC${mark}`, 'V'))
  const currents = trackers.map((mark) => valueOf(common, `IDC${mark}`, 'A'))
  const perPhase = phasesOf(common, phases)
  const frame = frameOf({
    serial,
    at,
    model,
    mode: modeOf(fieldAt(status, 'StatusCode')) ?? modeOf(fieldAt(status, 'InverterState')),
    powerW: valueOf(common, 'PAC', 'W'),
    frequencyHz: valueOf(common, 'FAC', 'Hz'),
    acVoltageV: measuredRow(perPhase.voltages),
    acCurrentA: measuredRow(perPhase.currents),
    dcPowerW: dcPowerOf(voltages, currents),
    mpptVoltageV: measuredRow(voltages),
    mpptCurrentA: measuredRow(currents),
  })
  return { frame, counter: counterOf('fronius.TOTAL_ENERGY', valueOf(common, 'TOTAL_ENERGY', 'Wh'), 'Wh') }
}

/** `IAC` is the sum of the phases, so it is used only for a single phase. */
function phasesOf(common: unknown, phases: unknown): Record<'voltages' | 'currents', (number | undefined)[]> {
  if (phases instanceof Error) {
    const isSingle = phases instanceof FroniusRefusal && noThreePhases.has(phases.code)
    if (!isSingle) return { voltages: [], currents: [] }
    return { voltages: [valueOf(common, 'UAC', 'V')], currents: [valueOf(common, 'IAC', 'A')] }
  }
  return {
    voltages: [1, 2, 3].map((n) => valueOf(phases, `UAC_L${n}`, 'V')),
    currents: [1, 2, 3].map((n) => valueOf(phases, `IAC_L${n}`, 'A')),
  }
}

/**
 * Only where trackers are reported separately: the single `UDC` of older inverters does not belong to the whole `IDC`.
 */
function dcPowerOf(voltages: (number | undefined)[], currents: (number | undefined)[]): number | undefined {
  const powers = voltages.flatMap((voltage, i) => {
    const current = currents[i]
    return voltage === undefined || current === undefined ? [] : [voltage * current]
  })
  return powers.length < 2 ? undefined : measured(powers.reduce((sum, power) => sum + power, 0))
}
