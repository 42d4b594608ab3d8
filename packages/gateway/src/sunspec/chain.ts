import { ModbusException, type ModbusLine } from '../modbus/modbus-line.ts'
import { numberIn } from '../modbus/registers.ts'
import { SourceAway, trouble } from '../source/trouble.ts'

/** Place of a model. `length`: registers after its header of two. */
export interface Place {
  id: number
  address: number
  length: number
}

const bases = [40_000, 50_000, 0]
const marker = 0x5375_6e53
/** No device has more models: it guards against an endless chain. */
const maxModels = 100
const endId = 0xffff

/**
 * Models of a unit, one list per device behind it: a second model 1 begins a second device, such as a meter.
 * @throws SourceAway where there is no answer, or no SunSpec
 */
export async function findDevices(line: ModbusLine, unit: number): Promise<Place[][]> {
  for (const base of bases) {
    const start = await registersAt(line, unit, base)
    if (start && numberIn(start, 0, 'uint32') === marker) return devicesIn(await placesFrom(line, unit, base + 2))
  }
  throw new SourceAway(trouble('unit.noSunspec', { unit }))
}

async function placesFrom(line: ModbusLine, unit: number, from: number): Promise<Place[]> {
  const places: Place[] = []
  let address = from
  while (places.length < maxModels) {
    const [id, length] = (await registersAt(line, unit, address)) ?? []
    // Some devices have no end mark: the first unreadable register is the end.
    if (id === undefined || length === undefined || id === endId || id === 0) break
    places.push({ id, address, length })
    address += 2 + length
    if (address > 0xffff) break
  }
  return places
}

function devicesIn(places: readonly Place[]): Place[][] {
  const devices: Place[][] = []
  for (const place of places) {
    if (place.id === 1) devices.push([place])
    else devices.at(-1)?.push(place)
  }
  return devices
}

/** Acknowledged or busy: the registers exist but are read later. The chain must not be cut there for good. */
const later = new Set([5, 6])

/** Two registers, null if they do not exist. */
async function registersAt(line: ModbusLine, unit: number, address: number): Promise<number[] | null> {
  try {
    return await line.read(unit, 'holding', address, 2)
  } catch (error) {
    if (!(error instanceof ModbusException)) throw error
    if (later.has(error.code)) throw new SourceAway(trouble('unit.busy', { unit }))
    return null
  }
}
