import { seedOf } from '../random/noise.ts'
import {
  capacityOf,
  type InverterSpec,
  mpptCountOf,
  plantCapacity,
  type PlantSpec,
  stringCountOf,
} from '../world/plant.ts'
import type { PlantRegistration } from './fleet-state.ts'
import { hasCode, type PortalClient } from './portal-client.ts'

/** 13 to 32 letters, digits and dashes. */
export function loggerSerialOf(seed: number, plantKey: string, attempt: number): string {
  const own = String(seedOf(seed, `logger ${plantKey} ${attempt}`)).padStart(10, '0')
  return `DL${own.slice(0, 4)}-${own.slice(4)}${attempt}`
}

/**
 * Creates what the portal does not have yet of one plant: station, logger, devices. May be killed anywhere and called
 * again; `save` is called after every answer.
 */
export async function registerPlant(
  client: PortalClient,
  plant: PlantSpec,
  seed: number,
  registration: PlantRegistration,
  save: () => void,
): Promise<void> {
  registration.stationId ??= await stationIdOf(client, plant, registration)
  save()
  if (!registration.loggerKey) {
    await registerLogger(client, registration.stationId, seed, plant.key, registration, save)
  }
  for (const [i, inverter] of plant.inverters.entries()) {
    if (registration.devices.includes(inverter.serial)) continue
    await registerDevice(client, registration, inverter, i)
    registration.devices.push(inverter.serial)
    save()
  }
}

async function stationIdOf(client: PortalClient, plant: PlantSpec, registration: PlantRegistration): Promise<string> {
  const counted = registration.state.inverters.reduce((sum, inverter) => sum + inverter.energyWh, 0)
  try {
    const station = await client.call('POST /stations', {
      body: {
        name: plant.name,
        installedOn: plant.installedOn,
        capacityKwp: Math.round(plantCapacity(plant) * 10) / 10,
        energyBaseKwh: Math.round(counted / 1000),
        temperatureCoefficient: plant.temperatureCoefficient,
        description: plant.description,
        latitude: plant.place.latitude,
        longitude: plant.place.longitude,
        timeZone: plant.timeZone,
        address: plant.address,
        price: plant.price,
        currency: plant.currency,
        sortNumber: 0,
      },
    })
    return station.id
  } catch (error) {
    if (!hasCode(error, 'station.nameTaken')) throw error
    const found = await client.call('GET /stations', { query: { search: plant.name, pageSize: 100 } })
    const own = found.find((station) => station.name === plant.name)
    if (!own) throw error
    return own.id
  }
}

async function registerLogger(
  client: PortalClient,
  stationId: string,
  seed: number,
  plantKey: string,
  registration: PlantRegistration,
  save: () => void,
): Promise<void> {
  for (;;) {
    const serial = loggerSerialOf(seed, plantKey, registration.loggerTry)
    try {
      const logger = await client.call('POST /loggers', { body: { stationId, serial } })
      registration.loggerId = logger.id
      registration.loggerSerial = logger.serial
      registration.loggerKey = logger.key
      save()
      return
    } catch (error) {
      // The portal has it, its key was shown once and is lost: another logger takes its place.
      if (!hasCode(error, 'logger.serialTaken') || registration.loggerTry >= 99) throw error
      registration.loggerTry++
      save()
    }
  }
}

async function registerDevice(
  client: PortalClient,
  registration: PlantRegistration,
  inverter: InverterSpec,
  sortNumber: number,
): Promise<void> {
  const { loggerId, loggerSerial } = registration
  if (!loggerId) throw new Error(`no logger for ${inverter.serial}`)
  const { model } = inverter
  try {
    await client.call('POST /devices', {
      body: {
        loggerId,
        serial: inverter.serial,
        name: inverter.name,
        model: model.name,
        ratedPowerW: model.ratedPowerW,
        capacityKwp: Math.round(capacityOf(inverter) * 1000) / 1000,
        mpptCount: mpptCountOf(inverter),
        stringCount: stringCountOf(inverter),
        installedOn: inverter.installedOn,
        supportsReactivePower: model.supportsReactivePower,
        supportsIvScan: model.supportsIvScan,
        sortNumber,
      },
    })
  } catch (error) {
    if (!hasCode(error, 'device.serialTaken')) throw error
    const found = await client.call('GET /devices', { query: { search: inverter.serial, pageSize: 10 } })
    if (found.some((device) => device.serial === inverter.serial && device.loggerSerial === loggerSerial)) return
    throw new Error(`inverter ${inverter.serial} is in the portal on another logger; use another --seed`, {
      cause: error,
    })
  }
}

/** Forgets a station that the portal no longer has, so that it is created anew. True when it is still there. */
export async function stillThere(client: PortalClient, registration: PlantRegistration): Promise<boolean> {
  if (!registration.stationId) return true
  try {
    await client.call('GET /stations/:stationId', { params: { stationId: registration.stationId } })
    return true
  } catch (error) {
    if (hasCode(error, 'notFound')) return false
    throw error
  }
}
