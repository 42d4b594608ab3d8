import { fieldAt, fieldsOf } from '../source/json-fields.ts'
import { measured } from '../source/tidy.ts'

/** Values of one channel of a Shelly, in W, V, A, Hz and Wh; power is positive in the device's own direction. */
export interface ChannelValues {
  powerW: number | undefined
  voltages: (number | undefined)[]
  currents: (number | undefined)[]
  frequencyHz: number | undefined
  /** Both counters, each with its field. */
  forward: { field: string; wh: number | undefined }
  backward: { field: string; wh: number | undefined }
}

type Answer = Readonly<Record<string, unknown>>

/** With these errors a meter still reports numbers, mostly 0. */
const blind = new Set(['power_meter_failure', 'ct_type_not_set'])

/**
 * Drops values that the device's errors make invalid: all for `power_meter_failure`, those of one phase by `a_errors`,
 * one value by `out_of_range:voltage`.
 */
function sighted(own: unknown): Answer {
  const fields = { ...fieldsOf(own) }
  const drop = (isLost: (name: string) => boolean) => {
    for (const name of Object.keys(fields)) if (isLost(name)) delete fields[name]
  }
  for (const mark of ['', 'a_', 'b_', 'c_']) {
    const told = fields[`${mark}errors`]
    for (const error of Array.isArray(told) ? told.map(String) : []) {
      const [kind = '', name = ''] = error.split(':')
      const of = mark === '' && /^[abc]$/.test(name) ? `${name}_` : mark
      if (blind.has(kind)) drop((each) => each.startsWith(of) || each.startsWith('total_'))
      if (kind === 'out_of_range') drop((each) => each === `${mark}${name}` || each === `total_${name}`)
    }
  }
  return fields
}

const number = (value: unknown, ...keys: string[]): number | undefined => measured(fieldAt(value, ...keys))

/** `switch:0`, `pm1:0`: generation 2 and later. */
function powerChannel(own: unknown): ChannelValues {
  return {
    powerW: number(own, 'apower'),
    voltages: [number(own, 'voltage')],
    currents: [number(own, 'current')],
    frequencyHz: number(own, 'freq'),
    forward: { field: 'aenergy.total', wh: number(own, 'aenergy', 'total') },
    backward: { field: 'ret_aenergy.total', wh: number(own, 'ret_aenergy', 'total') },
  }
}

/** `em1:0`, with its counters in `em1data:0`. */
function meterChannel(own: unknown, data: unknown): ChannelValues {
  return {
    powerW: number(own, 'act_power'),
    voltages: [number(own, 'voltage')],
    currents: [number(own, 'current')],
    frequencyHz: number(own, 'freq'),
    forward: { field: 'total_act_energy', wh: number(data, 'total_act_energy') },
    backward: { field: 'total_act_ret_energy', wh: number(data, 'total_act_ret_energy') },
  }
}

/** `em:0`: sum of three phases, with counters in `emdata:0`. */
function threePhaseChannel(own: unknown, data: unknown): ChannelValues {
  const phases = ['a', 'b', 'c']
  return {
    powerW: number(own, 'total_act_power'),
    voltages: phases.map((phase) => number(own, `${phase}_voltage`)),
    currents: phases.map((phase) => number(own, `${phase}_current`)),
    frequencyHz: number(own, 'a_freq') ?? number(own, 'b_freq') ?? number(own, 'c_freq'),
    forward: { field: 'total_act', wh: number(data, 'total_act') },
    backward: { field: 'total_act_ret', wh: number(data, 'total_act_ret') },
  }
}

/** `em:0.a`: one of the three phases, for a single-phase inverter on it. */
function phaseChannel(own: unknown, data: unknown, phase: string): ChannelValues {
  const [forward, backward] = [`${phase}_total_act_energy`, `${phase}_total_act_ret_energy`]
  return {
    powerW: number(own, `${phase}_act_power`),
    voltages: [number(own, `${phase}_voltage`)],
    currents: [number(own, `${phase}_current`)],
    frequencyHz: number(own, `${phase}_freq`),
    forward: { field: forward, wh: number(data, forward) },
    backward: { field: backward, wh: number(data, backward) },
  }
}

/** One phase of a three-phase meter, by the name that the owner configured; null: not such a name, or missing. */
export function phaseOf(status: unknown, name: string): ChannelValues | null {
  const [, meter = '', phase = ''] = /^em:(\d+)\.([abc])$/.exec(name) ?? []
  const own = fieldAt(status, `em:${meter}`)
  return meter === '' || own === undefined
    ? null
    : phaseChannel(sighted(own), fieldAt(status, `emdata:${meter}`), phase)
}

/** `meters[n]` of generation 1 count watt-minutes, `emeters[n]` watt-hours; `is_valid: false` means no measurement. */
function oldChannel(own: unknown, kind: 'meter' | 'emeter'): ChannelValues {
  const valid = fieldAt(own, 'is_valid') === false ? undefined : own
  return {
    powerW: number(valid, 'power'),
    voltages: [number(valid, 'voltage')],
    currents: [number(valid, 'current')],
    frequencyHz: undefined,
    forward: { field: 'total', wh: measured(fieldAt(valid, 'total'), kind === 'meter' ? 1 / 60 : 1) },
    backward: { field: 'total_returned', wh: number(valid, 'total_returned') },
  }
}

/** Sum of the three phases of a 3EM of generation 1; undefined without one of them. */
function threeOld(phases: readonly unknown[]): ChannelValues {
  const each = phases.map((own) => oldChannel(own, 'emeter'))
  const sum = (values: (number | undefined)[]) =>
    values.reduce<number | undefined>((all, one) => (all === undefined || one === undefined ? undefined : all + one), 0)
  return {
    powerW: measured(sum(each.map(({ powerW }) => powerW))),
    voltages: each.flatMap(({ voltages }) => voltages),
    currents: each.flatMap(({ currents }) => currents),
    frequencyHz: undefined,
    forward: { field: 'total', wh: sum(each.map(({ forward }) => forward.wh)) },
    backward: { field: 'total_returned', wh: sum(each.map(({ backward }) => backward.wh)) },
  }
}

/** Channels of a status answer that measure power, by their names in the option `channel`. */
export function channelsOf(status: unknown): Map<string, ChannelValues> {
  const answer: Answer = fieldsOf(status)
  const found = new Map<string, ChannelValues>()
  for (const [key, own] of Object.entries(answer)) {
    const [, kind, index] = /^(switch|pm1|em1|em):(\d+)$/.exec(key) ?? []
    if (kind === undefined) continue
    // A relay without a meter reports no power.
    const seen = sighted(own)
    if ((kind === 'switch' || kind === 'pm1') && Object.hasOwn(fieldsOf(own), 'apower'))
      found.set(key, powerChannel(seen))
    if (kind === 'em1') found.set(key, meterChannel(seen, answer[`em1data:${index}`]))
    if (kind === 'em') found.set(key, threePhaseChannel(seen, answer[`emdata:${index}`]))
  }
  for (const kind of ['meter', 'emeter'] as const) {
    const list = answer[`${kind}s`]
    const own: unknown[] = Array.isArray(list) ? list : []
    for (const [i, one] of own.entries()) found.set(`${kind}:${i}`, oldChannel(one, kind))
    if (kind === 'emeter' && own.length === 3) found.set('emeters', threeOld(own))
  }
  return found
}
