import type { BodyOf, Endpoints } from '@helioport/contract/endpoints'
import type { Person } from './test-portal.ts'

/** Saves the station as its form would, with these changes; returns the status of the reply. */
export async function editStation(
  owner: Person,
  stationId: string,
  changes: Partial<BodyOf<Endpoints['PUT /stations/:stationId']>>,
): Promise<number> {
  const { data } = await owner.call('GET /stations/:stationId', { params: { stationId } })
  const { name, installedOn, capacityKwp, energyBaseKwh, temperatureCoefficient, description } = data
  const { latitude, longitude, timeZone, address, currency, sortNumber } = data
  const body = {
    name,
    installedOn,
    capacityKwp,
    energyBaseKwh,
    temperatureCoefficient,
    description,
    latitude,
    longitude,
    timeZone,
    address,
    currency,
    sortNumber,
    price: 0.1,
    ...changes,
  }
  return (await owner.call('PUT /stations/:stationId', { params: { stationId }, body })).status
}
