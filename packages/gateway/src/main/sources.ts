import { registerMaps } from '../makers/maps.ts'
import { MakerSource } from '../makers/maker-source.ts'
import { ModbusLine } from '../modbus/modbus-line.ts'
import type { Source } from '../source/source.ts'
import { SunspecSource } from '../sunspec/sunspec-source.ts'

/** What sources are given: time, and the one connection of each host and port. */
export interface SourceTools {
  now: () => number
  wait: (ms: number) => Promise<void>
}

/** An argument that names no source; the message says what one looks like. */
export class SourceArgumentError extends Error {}

type Open = (address: string, tools: SourceTools & { line: LineOf }) => Source
type LineOf = (host: string, port: number, settleMs?: number) => ModbusLine

const usualUnits = [1]

const modbusAddress = /^(?<host>\[[0-9a-fA-F:]+\]|[^:/\s]+)(?::(?<port>\d{1,5}))?(?:\/(?<units>\d{1,3}(?:,\d{1,3})*))?$/

/** `HOST`, `HOST:PORT` or `HOST:PORT/UNIT,UNIT`. */
function modbusPlace(address: string, port: number, units: readonly number[]) {
  const found = modbusAddress.exec(address)?.groups
  if (!found?.['host']) throw new SourceArgumentError(`${address}: write HOST, HOST:PORT or HOST:PORT/UNIT,UNIT`)
  return {
    host: found['host'].replace(/^\[|\]$/g, ''),
    port: Number(found['port'] ?? port),
    units: found['units']?.split(',').map(Number) ?? units,
  }
}

const openSunspec: Open = (address, { line, now }) => {
  const { host, port, units } = modbusPlace(address, 502, usualUnits)
  return new SunspecSource({ name: `sunspec ${address}`, line: line(host, port), units, now })
}

const makerOpeners = Object.entries(registerMaps).map(([maker, map]): [string, Open] => [
  maker,
  (address, { line, now }) => {
    const { host, port, units } = modbusPlace(address, map.port, [map.unit])
    const settings = { name: `${maker} ${address}`, line: line(host, port, map.settleMs), map, now }
    return new MakerSource({ ...settings, unit: units[0] ?? map.unit })
  },
])

const openers = new Map<string, Open>([['sunspec', openSunspec], ...makerOpeners])

/** Words before the `=` of `--source`. */
export const sourceKinds = [...openers.keys()]

/**
 * Sources as they were typed, for example `sunspec=192.168.1.20/1,2`.
 * @throws SourceArgumentError
 */
export function openSources(texts: readonly string[], tools: SourceTools): Source[] {
  const lines = new Map<string, ModbusLine>()
  const line: LineOf = (host, port, settleMs = 0) => {
    const name = `${host}:${port}`
    const known = lines.get(name) ?? new ModbusLine({ host, port, settleMs, ...tools })
    lines.set(name, known)
    return known
  }
  return texts.map((text) => {
    const [kind, ...rest] = text.split('=')
    const open = openers.get(kind ?? '')
    if (!open || rest.length === 0) {
      throw new SourceArgumentError(`--source ${text}: write KIND=ADDRESS, where KIND is ${sourceKinds.join(', ')}`)
    }
    return open(rest.join('='), { ...tools, line })
  })
}
