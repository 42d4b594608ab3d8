import { addressOf } from '../http/address.ts'
import type { GetJson } from '../http/get-json.ts'
import { signedIn } from '../http/sign-in.ts'
import { argumentOf } from '../source/argument.ts'
import { counterOf } from '../source/counter-of.ts'
import { frameOf } from '../source/frame.ts'
import { fieldAt, textAt } from '../source/json-fields.ts'
import type { Reading, Source } from '../source/source.ts'
import { SourceTrouble, trouble } from '../source/trouble.ts'
import { measured, measuredRow, tidyName, tidySerial } from '../source/tidy.ts'
import { type ChannelValues, channelsOf, phaseOf } from './channels.ts'

export interface ShellyDeps {
  getJson: GetJson
  now: () => number
}

const options = { channel: [], clamp: ['forward', 'backward'] } as const
/** At night an inverter consumes a few watts, and never this much. */
const mostOwnUseW = 50

interface Device {
  mac: string
  isOld: boolean
  model: string | undefined
}

/**
 * `--source shelly=192.168.1.7`, with `,channel=em1:1` where it has several, and `,clamp=backward` where the inverter's
 * energy is counted as returned (a clamp mounted the other way round: by day the returned total grows). The direction
 * is never guessed: without the option, a power far below zero is an error that says so.
 */
export function openShelly(argument: string, { getJson, now }: ShellyDeps): Source {
  const { place, options: chosen } = argumentOf(argument, options)
  const { base, ...who } = addressOf(place)
  const ask = signedIn(getJson, { base, ...who })
  const name = `shelly ${base.replace(/^http:\/\//, '')}`
  let device: Device | null = null

  const readStatus = async (known: Device) => ask(`${base}${known.isOld ? '/status' : '/rpc/Shelly.GetStatus'}`)

  return {
    name,
    close: () => Promise.resolve(),
    read: async () => {
      device ??= deviceOf(await ask(`${base}/shelly`), name)
      const status = await readStatus(device)
      const mac = textAt(status, 'sys', 'mac') ?? textAt(status, 'mac') ?? device.mac
      if (mac.toUpperCase() !== device.mac) {
        device = null
        throw new SourceTrouble(trouble('otherDevice', { place: name }))
      }
      const [channel, values] = channelIn(status, chosen.channel, name)
      const isBackward = chosen.clamp === 'backward'
      if (chosen.clamp === undefined && (values.powerW ?? 0) < -mostOwnUseW) {
        throw new SourceTrouble(trouble('shelly.clamp', { place: name, channel, watts: values.powerW ?? 0 }))
      }
      return [readingOf({ device, channel, values, isBackward, at: now() })]
    },
  }
}

/** @throws SourceTrouble for a device that is not a Shelly */
function deviceOf(answer: unknown, name: string): Device {
  const mac = textAt(answer, 'mac')?.toUpperCase() ?? ''
  if (tidySerial(mac) === null) throw new SourceTrouble(trouble('http.otherKind', { place: name, kind: 'Shelly' }))
  const isOld = typeof fieldAt(answer, 'gen') !== 'number'
  const model = textAt(answer, 'app') ?? textAt(answer, 'model') ?? textAt(answer, 'type')
  return { mac, isOld, model: tidyName('Shelly', model) }
}

function channelIn(status: unknown, wanted: string | undefined, name: string): [string, ChannelValues] {
  const channels = channelsOf(status)
  const names = [...channels.keys()].join(', ')
  if (channels.size === 0) throw new SourceTrouble(trouble('shelly.noPower', { place: name }))
  if (wanted === undefined) {
    const [only, ...others] = channels
    if (only && others.length === 0) return only
    throw new SourceTrouble(trouble('shelly.several', { place: name, channels: names, channel: only?.[0] ?? '' }))
  }
  const values = channels.get(wanted) ?? phaseOf(status, wanted)
  if (!values) throw new SourceTrouble(trouble('shelly.noChannel', { place: name, channel: wanted, channels: names }))
  return [wanted, values]
}

interface Measured {
  device: Device
  channel: string
  values: ChannelValues
  isBackward: boolean
  at: number
}

/** A meter reports no state, so the frame has no mode. */
function readingOf({ device, channel, values, isBackward, at }: Measured): Reading {
  const { field, wh } = isBackward ? values.backward : values.forward
  const frame = frameOf({
    // With the channel even where there is only one: the serial must not change when another channel is added.
    serial: tidySerial(`${device.mac}-${channel}`) ?? device.mac,
    at,
    model: device.model,
    powerW: measured(values.powerW, isBackward ? -1 : 1),
    frequencyHz: values.frequencyHz,
    acVoltageV: measuredRow(values.voltages),
    acCurrentA: measuredRow(values.currents),
  })
  return { frame, counter: counterOf(`shelly.${channel}.${field}`, wh, 'Wh') }
}
