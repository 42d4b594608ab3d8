import type { DeviceInput, StationInput } from '@helioport/contract'
import { seedOf } from '../random/noise.ts'
import { hasCode, type PortalClient } from './portal-client.ts'

/**
 * Creates a station and returns its id; if the name is taken and `adopt` is set, returns the account's own station with
 * that name.
 */
export async function createStation(client: PortalClient, body: StationInput, adopt: boolean): Promise<string> {
  try {
    return (await client.call('POST /stations', { body })).id
  } catch (error) {
    if (!adopt || !hasCode(error, 'station.nameTaken')) throw error
    const found = await client.call('GET /stations', { query: { search: body.name, pageSize: 100 } })
    const own = found.find((station) => station.name === body.name)
    if (!own) throw error
    return own.id
  }
}

/** A logger as registered in the portal. `loggerTry` increases when a key was lost before it was saved. */
export interface LoggerRegistration {
  loggerTry: number
  loggerId?: string
  loggerSerial?: string
  loggerKey?: string
}

/** 13 to 32 letters, digits and dashes. */
export function loggerSerialOf(prefix: string, seed: number, name: string, attempt: number): string {
  const own = String(seedOf(seed, `logger ${name} ${attempt}`)).padStart(10, '0')
  return `${prefix}${own.slice(0, 4)}-${own.slice(4)}${attempt}`
}

/** Adds a logger; calls `save` after every step that must survive a kill. */
export async function createLogger(
  client: PortalClient,
  stationId: string,
  serialOf: (attempt: number) => string,
  registration: LoggerRegistration,
  save: () => void,
): Promise<void> {
  for (;;) {
    try {
      const serial = serialOf(registration.loggerTry)
      const logger = await client.call('POST /loggers', { body: { stationId, serial } })
      registration.loggerId = logger.id
      registration.loggerSerial = logger.serial
      registration.loggerKey = logger.key
      save()
      return
    } catch (error) {
      // An earlier run created this logger and lost its key, which is shown only once: create another logger.
      if (!hasCode(error, 'logger.serialTaken') || registration.loggerTry >= 99) throw error
      registration.loggerTry++
      save()
    }
  }
}

/**
 * Adds a device and returns its id; accepts a device that an earlier attempt added on the same logger. Throws if
 * another logger of the account has the serial.
 */
export async function createDevice(client: PortalClient, body: DeviceInput, loggerSerial: string): Promise<string> {
  try {
    return (await client.call('POST /devices', { body })).id
  } catch (error) {
    if (!hasCode(error, 'device.serialTaken')) throw error
    const found = await client.call('GET /devices', { query: { search: body.serial, pageSize: 10 } })
    const own = found.find((device) => device.serial === body.serial && device.loggerSerial === loggerSerial)
    if (own) return own.id
    throw new Error(`a device with serial ${body.serial} is already in the portal, on another logger`, { cause: error })
  }
}
