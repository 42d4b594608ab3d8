import { deviceModes } from '@helioport/contract'
import { counterOf } from '../source/counter-of.ts'
import { frameOf } from '../source/frame.ts'
import type { Reading, Source } from '../source/source.ts'
import { SourceAway, trouble } from '../source/trouble.ts'
import { measured, measuredRow, tidyName, tidySerial } from '../source/tidy.ts'
import type { UdpLine } from './udp-line.ts'

const about = [0x01, 0x02] as const
const running = [0x01, 0x06] as const
/** Shortest valid answer with running data: up to the total power. */
const shortest = 77
const modes: Readonly<Record<number, number>> = {
  0: deviceModes.standby,
  1: deviceModes.onGrid,
  2: deviceModes.fault,
  3: deviceModes.fault,
}

/** ES, EM and BP: single-phase hybrids that answer no register requests on this port. */
export function olderGoodwe(name: string, line: UdpLine, now: () => number): Source {
  let plate: { serial: string; model: string | undefined } | null = null
  return {
    name,
    close: () => line.close(),
    read: async (): Promise<Reading[]> => {
      plate ??= plateIn(await line.readPlain(about))
      const told = await line.readPlain(running)
      if (told.length < shortest) throw new SourceAway(trouble('cut', { place: name, count: told.length }))
      const tenth = (offset: number) => measured(valueAt(told, offset), 0.1)
      const frame = frameOf({
        serial: plate.serial,
        at: now(),
        model: plate.model,
        mode: modes[told[42] ?? -1],
        powerW: measured(told.readInt16BE(75)),
        frequencyHz: measured(valueAt(told, 40), 0.01),
        acVoltageV: measuredRow([tenth(34)]),
        acCurrentA: measuredRow([tenth(36)]),
        mpptVoltageV: measuredRow([tenth(0), tenth(5)]),
        mpptCurrentA: measuredRow([tenth(2), tenth(7)]),
        cabinetC: measured(told.readInt16BE(53), 0.1),
        energyTodayKwh: tenth(67),
        hoursTotal: measured(longAt(told, 63)),
      })
      return [{ frame, counter: counterOf('goodwe.es.59', longAt(told, 59) / 10, 'kWh') }]
    },
  }
}

/** All ones: not available. */
const valueAt = (told: Buffer, offset: number) => {
  const value = told.readUInt16BE(offset)
  return value === 0xffff ? undefined : value
}

const longAt = (told: Buffer, offset: number) => {
  const value = told.readUInt32BE(offset)
  return value === 0xffff_ffff ? Number.NaN : value
}

function plateIn(told: Buffer) {
  const text = (from: number, to: number) => told.subarray(from, to).toString('latin1').replaceAll('\0', '').trim()
  const serial = tidySerial(text(31, 47))
  if (serial === null) throw new SourceAway(trouble('noMaker', { maker: 'GoodWe' }))
  return { serial, model: tidyName('GoodWe', text(5, 15)) }
}
