import { hashSecret, newSecret } from '../base/secret.ts'
import { testLogger, type TestPlant, type TestPortal } from './test-portal.ts'

/** Inserts `count` stations by a few statements, each with a logger and an inverter of 10 kW; the owners take turns. */
export async function addManyPlants(
  portal: TestPortal,
  owners: readonly { accountId: string }[],
  count: number,
): Promise<TestPlant[]> {
  const { kysely } = portal.db
  const created_at = new Date(portal.clock.now)
  const makers = Array.from({ length: count }, (_, nth) => ({
    tag: `MANY-${process.pid}-${String(nth).padStart(6, '0')}`,
    account_id: owners[nth % owners.length]?.accountId ?? '',
    key: newSecret(),
  }))
  const stations = await kysely
    .insertInto('station')
    .values(
      makers.map(({ tag, account_id }, sort_number) => ({
        account_id,
        name: tag,
        installed_on: '2015-01-01',
        capacity_kwp: 10,
        energy_base_kwh: 0,
        temperature_coefficient: -0.004,
        description: '',
        latitude: 52.5,
        longitude: 13.4,
        time_zone: 'Europe/Berlin',
        address: '',
        currency: 'EUR',
        sort_number,
        created_at,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  const stationOf = new Map(stations.map(({ id, name }) => [name, id]))
  const placed = makers.map((maker) => ({ ...maker, station_id: stationOf.get(maker.tag) ?? '' }))
  await kysely
    .insertInto('tariff')
    .values(placed.map(({ station_id }) => ({ station_id, from_date: '2015-01-01', rate: 0.1, bands: '[]' })))
    .execute()
  const loggers = await kysely
    .insertInto('logger')
    .values(
      placed.map(({ tag, account_id, station_id }) => ({
        account_id,
        station_id,
        serial: `LOGGER-${tag}`,
        created_at,
      })),
    )
    .returning(['id', 'serial'])
    .execute()
  const loggerOf = new Map(loggers.map(({ id, serial }) => [serial, id]))
  await kysely
    .insertInto('logger_key')
    .values(
      placed.map(({ tag, key }) => ({
        logger_id: loggerOf.get(`LOGGER-${tag}`) ?? '',
        key_hash: hashSecret(key),
        created_at,
      })),
    )
    .execute()
  const devices = await kysely
    .insertInto('device')
    .values(
      placed.map(({ tag, account_id, station_id }) => ({
        logger_id: loggerOf.get(`LOGGER-${tag}`) ?? '',
        account_id,
        station_id,
        serial: tag,
        name: tag,
        model: 'PV10',
        rated_power_w: 10_000,
        capacity_kwp: 10,
        mppt_count: 2,
        string_count: 4,
        installed_on: '2015-01-01',
        supports_reactive_power: true,
        supports_iv_scan: true,
        sort_number: 0,
        created_at,
      })),
    )
    .returning(['id', 'serial'])
    .execute()
  const deviceOf = new Map(devices.map(({ id, serial }) => [serial, id]))
  return placed.map(({ tag, station_id, key }) => {
    const serial = `LOGGER-${tag}`
    return {
      stationId: station_id,
      logger: testLogger(portal, { id: loggerOf.get(serial) ?? '', serial, key }),
      devices: [{ id: deviceOf.get(tag) ?? '', serial: tag }],
    }
  })
}
