import { ModbusLine } from '../modbus/modbus-line.ts'
import { SourceAway } from '../source/trouble.ts'
import { tidyName } from '../source/tidy.ts'
import { findDevices } from '../sunspec/chain.ts'
import { readBlock } from '../sunspec/read-block.ts'
import type { ProbeModbus } from './scan.ts'

/** Units of devices chained on one line first, then the usual ones of SMA and Kostal. */
const units = [1, 2, 3, 4, 126, 71]
/** Short, as a person waits; a slower device can still be named by `--source`. */
const answerWithinMs = 2000
/** Some devices need this pause between the connection and the first question. */
const settleMs = 300
const usualPort = 502

interface Plate {
  unit: number
  model: string | undefined
  serial: string | undefined
}

/** Reads the name plates of SunSpec devices behind a port; over one connection, with reading functions only. */
export const probeSunspec =
  (now: () => number, wait: (ms: number) => Promise<void>): ProbeModbus =>
  async (host, port) => {
    const line = new ModbusLine({ host, port, now, wait, settleMs, answerWithinMs })
    const plates: Plate[] = []
    try {
      for (const unit of units) {
        const plate = await plateOf(line, unit)
        if (plate) plates.push(plate)
        else if (plates.length > 0) break
      }
    } finally {
      await line.close()
    }
    const [first] = plates
    if (!first) return null
    const behind = plates.map(({ unit }) => unit).join(',')
    const place = port === usualPort ? host : `${host}:${port}`
    const source = `sunspec=${place}${behind === '1' ? '' : `/${behind}`}`
    return { kind: 'sunspec', model: first.model, serial: first.serial, source }
  }

async function plateOf(line: ModbusLine, unit: number): Promise<Plate | null> {
  try {
    const [places = []] = await findDevices(line, unit)
    const common = places.find(({ id }) => id === 1)
    const block = common ? await readBlock(line, unit, common) : null
    if (!block) return null
    const serial = block.text('SN').trim()
    return {
      unit,
      model: tidyName(block.text('Mn'), block.text('Md')),
      serial: serial === '' ? undefined : serial,
    }
  } catch (error) {
    if (error instanceof SourceAway) return null
    throw error
  }
}
