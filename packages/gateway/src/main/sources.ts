import { join } from 'node:path'
import { openCsv } from '../csv/csv-source.ts'
import type { ReadMarks } from '../csv/folder-watch.ts'
import { openFronius } from '../fronius/fronius-source.ts'
import { goodwePort, GoodweSource, GoodweTcpSource } from '../goodwe/goodwe-source.ts'
import type { GetJson } from '../http/get-json.ts'
import { openHttpMapping } from '../mapping/http-mapping-source.ts'
import { openMqttMapping } from '../mapping/mqtt-mapping-source.ts'
import { type Maker, registerMaps } from '../makers/maps.ts'
import { registerMapIn } from '../makers/mapped-registers.ts'
import { MakerSource } from '../makers/maker-source.ts'
import { ModbusLine } from '../modbus/modbus-line.ts'
import type { OpenMqtt } from '../mqtt/mqtt-link.ts'
import { openAhoy, openOpenDtu } from '../opendtu/opendtu-source.ts'
import { openShelly } from '../shelly/shelly-source.ts'
import { eachOf } from '../source/each-of.ts'
import type { Source } from '../source/source.ts'
import { readStateFile, writeStateFile } from '../state/state-file.ts'
import { SunspecSource } from '../sunspec/sunspec-source.ts'
import { openVsn } from '../vsn/vsn-source.ts'

/** Dependencies of sources: clock, transports, and the folder for state that must survive a restart. */
export interface SourceTools {
  now: () => number
  wait: (ms: number) => Promise<void>
  getJson: GetJson
  openMqtt: OpenMqtt
  folder: string
}

/** An argument that is no valid source; the message shows the form. */
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

const makerOf =
  (maker: Maker): Open =>
  (address, { line, now }) => {
    const map = registerMaps[maker]
    const { host, port, units } = modbusPlace(address, map.port, [map.unit])
    const settings = { line: line(host, port, map.settleMs), map, now }
    return eachOf(`${maker} ${address}`, units, (unit, name) => new MakerSource({ ...settings, name, unit }))
  }

/** `FILE@HOST[:PORT][/UNIT,UNIT]`: a maker without a table here, by a register list that a person wrote. */
const openRegisters: Open = (argument, { line, now }) => {
  const at = argument.lastIndexOf('@')
  if (at < 1) throw new SourceArgumentError('write registers.json@HOST, registers.json@HOST:PORT/UNIT')
  const address = argument.slice(at + 1)
  const map = registerMapIn(argument.slice(0, at))
  const { host, port, units } = modbusPlace(address, map.port, [map.unit])
  const settings = { line: line(host, port, map.settleMs), map, now }
  return eachOf(`modbus ${address}`, units, (unit, name) => new MakerSource({ ...settings, name, unit }))
}

/** The stick answers datagrams at one port, the inverter's LAN port Modbus TCP at another. */
const openGoodwe: Open = (address, tools) => {
  const { host, port, units } = modbusPlace(address, registerMaps.goodwe.port, [])
  const { now } = tools
  const line = port === goodwePort ? null : tools.line(host, port)
  const open = (name: string, unit?: number) =>
    line
      ? new GoodweTcpSource({ name, line, now, unit })
      : new GoodweSource({ name, host, port, now, ...(unit !== undefined && { unit }) })
  const name = `goodwe ${address}`
  return units.length === 0 ? open(name) : eachOf(name, units, (unit, own) => open(own, unit))
}

const openFiles: Open = (argument, { now, folder }) => {
  const marksFile = (name: string) => {
    const file = join(folder, `${name}.json`)
    return { read: () => readStateFile<ReadMarks>(file), write: (marks: ReadMarks) => writeStateFile(file, marks) }
  }
  return openCsv(argument, { now, marksFile })
}

const openers = new Map<string, Open>([
  ['sunspec', openSunspec],
  ['huawei', makerOf('huawei')],
  ['sungrow', makerOf('sungrow')],
  ['sma', makerOf('sma')],
  ['goodwe', openGoodwe],
  ['growatt', makerOf('growatt')],
  ['modbus', openRegisters],
  ['fronius', openFronius],
  ['shelly', openShelly],
  ['opendtu', openOpenDtu],
  ['ahoy', openAhoy],
  ['vsn', openVsn],
  ['mqtt', openMqttMapping],
  ['http', openHttpMapping],
  ['csv', openFiles],
])

/** Words before the `=` in `--source`. */
export const sourceKinds = [...openers.keys()]

/**
 * Opens sources as typed, for example `sunspec=192.168.1.20/1,2`.
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
      // Without the address, which may contain a password.
      throw new SourceArgumentError(`--source ${kind}: write KIND=ADDRESS, where KIND is ${sourceKinds.join(', ')}`)
    }
    try {
      return open(rest.join('='), { ...tools, line })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new SourceArgumentError(`--source ${kind}: ${reason}`, { cause: error })
    }
  })
}
