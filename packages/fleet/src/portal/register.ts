import type { DeviceModules } from '@helioport/contract'
import { moduleSheet } from '../physics/module-sheet.ts'
import {
  capacityOf,
  type InverterSpec,
  mpptCountOf,
  plantCapacity,
  type PlantSpec,
  stringCountOf,
} from '../world/plant.ts'
import { createDevice, createLogger, createStation, loggerSerialOf } from './create.ts'
import type { PlantRegistration } from './fleet-state.ts'
import { hasCode, type PortalClient } from './portal-client.ts'

/**
 * Creates the station, logger and devices of one plant that the portal lacks. Can be killed at any point and called
 * again: `save` is called after every answer.
 */
export async function registerPlant(
  client: PortalClient,
  plant: PlantSpec,
  seed: number,
  registration: PlantRegistration,
  save: () => void,
): Promise<void> {
  registration.stationId ??= await createStation(client, stationInput(plant), true)
  save()
  if (!registration.loggerKey) {
    const serialOf = (attempt: number) => loggerSerialOf('DL', seed, plant.key, attempt)
    await createLogger(client, registration.stationId, serialOf, registration, save)
  }
  const { loggerId, loggerSerial } = registration
  if (!loggerId || !loggerSerial) throw new Error(`no logger for ${plant.key}`)
  for (const [i, inverter] of plant.inverters.entries()) {
    if (registration.devices.includes(inverter.serial)) continue
    const deviceId = await createDevice(client, deviceInput(inverter, loggerId, i), loggerSerial)
    const modules = modulesOf(inverter)
    if (modules) await client.call('PUT /devices/:deviceId/modules', { params: { deviceId }, body: modules })
    registration.devices.push(inverter.serial)
    save()
  }
}

function stationInput(plant: PlantSpec) {
  return {
    name: plant.name,
    installedOn: plant.installedOn,
    capacityKwp: Math.round(plantCapacity(plant) * 10) / 10,
    // The lifetime counters already include the energy of earlier years.
    energyBaseKwh: 0,
    temperatureCoefficient: plant.temperatureCoefficient,
    description: plant.description,
    latitude: plant.place.latitude,
    longitude: plant.place.longitude,
    timeZone: plant.timeZone,
    address: plant.address,
    price: plant.price,
    currency: plant.currency,
    sortNumber: 0,
  }
}

function deviceInput(inverter: InverterSpec, loggerId: string, sortNumber: number) {
  const { model } = inverter
  return {
    loggerId,
    serial: inverter.serial,
    name: inverter.name,
    model: model.name,
    ratedPowerW: model.ratedPowerW,
    apparentVA: model.apparentVA,
    capacityKwp: Math.round(capacityOf(inverter) * 1000) / 1000,
    mpptCount: mpptCountOf(inverter),
    stringCount: stringCountOf(inverter),
    installedOn: inverter.installedOn,
    supportsReactivePower: model.supportsReactivePower,
    supportsIvScan: model.supportsIvScan,
    sortNumber,
  }
}

/** The modules of its strings; null: more than one type. */
function modulesOf({ arrays }: InverterSpec): DeviceModules | null {
  const [first, ...others] = arrays
  if (!first || others.some(({ module }) => module !== first.module)) return null
  const common = (of: 'modulesPerString' | 'stringsPerMppt') =>
    others.every((array) => array[of] === first[of]) ? first[of] : null
  return {
    ...moduleSheet(first.module),
    modulesPerString: common('modulesPerString'),
    stringsPerTracker: common('stringsPerMppt'),
  }
}

/** Whether the portal still has the registered station. */
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
