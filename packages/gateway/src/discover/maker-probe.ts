import { goodweMaps } from '../makers/goodwe-maps.ts'
import { registerMaps } from '../makers/maps.ts'
import { plateOf, type ReadWords, serialBehind } from '../makers/name-plate.ts'
import type { RegisterMap } from '../makers/register-map.ts'
import { ModbusException, ModbusLine } from '../modbus/modbus-line.ts'
import { numberIn } from '../modbus/registers.ts'
import { SourceAway } from '../source/trouble.ts'
import type { ProbeModbus } from './scan.ts'

/** Confirms the maker: the serial's registers of another maker's device may hold letters, too. */
interface Mark {
  source: 'huawei' | 'sungrow' | 'growatt' | 'sma' | 'goodwe'
  map: RegisterMap
  units: readonly number[]
  isOwn: (plate: { serial: string; model: string | undefined }, read: ReadWords) => Promise<boolean>
}

/** Device classes of SMA's list: photovoltaic and battery inverters. */
const smaInverters = [8001, 8007, 8009, 8064]

/** On its own Wi-Fi a Huawei is unit 0. */
const marks: readonly Mark[] = [
  {
    source: 'huawei',
    map: registerMaps.huawei,
    units: [1, 0],
    isOwn: ({ model = '' }) => Promise.resolve(/^Huawei SUN\d/i.test(model)),
  },
  {
    source: 'sungrow',
    map: registerMaps.sungrow,
    units: [1],
    // An unknown model has a model number as well.
    isOwn: async ({ serial }, read) => {
      const [code = 0] = (await read('input', 4999, 1)) ?? []
      return /^[A-Z][A-Z0-9]{9,13}$/.test(serial) && code > 0 && code < 0xffff
    },
  },
  {
    source: 'growatt',
    map: registerMaps.growatt,
    units: [1],
    isOwn: async ({ serial }, read) => {
      const [counts = 0] = (await read('holding', 44, 1)) ?? []
      const [inputs, phases] = [counts >> 8, counts & 0xff]
      return /^[A-Z0-9]{10}$/.test(serial) && inputs >= 1 && inputs <= 12 && (phases === 1 || phases === 3)
    },
  },
  {
    source: 'sma',
    map: registerMaps.sma,
    units: [3],
    isOwn: async (_plate, read) => {
      const words = await read('holding', 30_051, 2)
      return words !== null && smaInverters.includes(numberIn(words, 0, 'uint32') ?? 0)
    },
  },
  ...goodweMaps.map(({ map, units }): Mark => ({
    source: 'goodwe',
    map,
    units,
    isOwn: ({ serial }) => Promise.resolve(/^[A-Z0-9]{16}$/.test(serial)),
  })),
]

/** After this many questions without an answer a unit counts as missing: some are silent where others refuse. */
const patience = 3
/** Some devices need this pause between the connection and the first question. */
const settleMs = 1500
const usualPort = 502

/**
 * Identifies a device without SunSpec by the registers of each maker's serial and their neighbours. Uses one connection
 * and only reads.
 */
export const probeMakers =
  (now: () => number, wait: (ms: number) => Promise<void>, answerWithinMs = 2000): ProbeModbus =>
  async (host, port) => {
    const line = new ModbusLine({ host, port, now, wait, settleMs, answerWithinMs })
    const silent = new Map<number, number>()
    try {
      for (const { source, map, units, isOwn } of marks) {
        for (const unit of units) {
          const read = readingOf(line, unit, silent)
          const serial = await serialBehind(read, map)
          if (serial === null) continue
          const plate = await plateOf(read, map, serial)
          if (!(await isOwn(plate, read))) continue
          const place = `${host}${port === usualPort ? '' : `:${port}`}`
          const behind = unit === registerMaps[source].unit || source === 'goodwe' ? '' : `/${unit}`
          return { kind: source, model: plate.model, serial, source: `${source}=${place}${behind}` }
        }
      }
    } finally {
      await line.close()
    }
    return null
  }

const readingOf =
  (line: ModbusLine, unit: number, silent: Map<number, number>): ReadWords =>
  async (kind, address, count) => {
    const before = silent.get(unit) ?? 0
    if (before >= patience) return null
    try {
      return await line.read(unit, kind, address, count)
    } catch (error) {
      if (error instanceof ModbusException) return null
      if (!(error instanceof SourceAway)) throw error
      silent.set(unit, before + 1)
      return null
    }
  }

/** Combines probes: the first one that knows the device wins. */
export const firstOf =
  (...probes: readonly ProbeModbus[]): ProbeModbus =>
  async (host, port) => {
    for (const probe of probes) {
      const found = await probe(host, port)
      if (found) return found
    }
    return null
  }
