import sharp from 'sharp'
import type { OwnSharing } from './good-sharing-requests.ts'
import { addTestPlant, type Person, proved, type TestPlant, type TestPortal } from '../test-portal.ts'

/** The person who shares a station with the owner; one per portal. */
const partners = new WeakMap<TestPortal, Promise<{ person: Person; plant: TestPlant }>>()

async function findPartner(portal: TestPortal) {
  const person = await portal.signIn('partner')
  return { person: proved(portal, person), plant: await addTestPlant(portal, person) }
}

let things = 0

/** A sub-account, shares in both directions, dated entries, a picture and an unassigned device of `owner`. */
export async function makeOwnSharing(portal: TestPortal, owner: Person, plant: TestPlant): Promise<OwnSharing> {
  things += 1
  if (!partners.has(portal)) partners.set(portal, findPartner(portal))
  const partner = await partners.get(portal)
  if (!partner) throw new Error('the partner was made just now')
  const params = { stationId: plant.stationId }
  const sure = proved(portal, owner)
  const { data: sub } = await sure.call('POST /sub-accounts', {
    body: {
      userName: `helper-${things}-of-${owner.accountId.slice(0, 8)}`,
      nickname: 'Helper',
      email: null,
      password: 'password of helper',
      mayControl: false,
      allStations: false,
      stationIds: [],
    },
  })
  const { data: share } = await sure.call('POST /stations/:stationId/shares', {
    params,
    body: { userName: `unknown-${things}`, rights: ['view'], endsOn: null },
  })
  await portal.db.kysely.deleteFrom('station_share').where('account_id', '=', owner.accountId).execute()
  const { data: invitation } = await partner.person.call('POST /stations/:stationId/shares', {
    params: { stationId: partner.plant.stationId },
    body: { userName: await nameOf(owner), rights: ['view'], endsOn: null },
  })
  const { data: tariff } = await owner.call('POST /stations/:stationId/tariffs', {
    params,
    body: { from: '2030-01-01', rate: 0.2, bands: [] },
  })
  const { data: factor } = await owner.call('POST /stations/:stationId/co2-factors', {
    params,
    body: { from: '2030-01-01', kgPerKwh: 0.4, year: 2029, source: 'test' },
  })
  const { data: device } = await owner.call('POST /devices/unassigned', {
    body: {
      loggerId: plant.logger.id,
      serial: `SPARE-${process.pid}-${things}`,
      name: 'Spare inverter',
      model: 'PV10',
      ratedPowerW: 10_000,
      capacityKwp: 10,
      mpptCount: 2,
      stringCount: 4,
      installedOn: '2020-02-29',
      supportsReactivePower: true,
      supportsIvScan: true,
      sortNumber: 9,
    },
  })
  const { data: tag } = await owner.call('POST /station-tags', { body: { kind: 'tag', name: `Own ${things}` } })
  const { data: filter } = await owner.call('POST /saved-filters', {
    body: { list: 'stations', name: `Own ${things}`, query: 'status=attention' },
  })
  const { data: deletion } = await sure.call('POST /stations/:stationId/deletion', { params })
  const { data: station } = await owner.call('GET /stations/:stationId', { params })
  await putPicture(portal, owner, plant.stationId, 'logo')
  return {
    subAccountId: sub.id,
    shareId: share.id,
    incomingShareId: invitation.id,
    stationTagId: tag.id,
    savedFilterId: filter.id,
    tariffId: tariff.id,
    co2FactorId: factor.id ?? '',
    pictureId: await putPicture(portal, owner, plant.stationId, 'picture'),
    spareDevice: device.id,
    deletionToken: deletion.token,
    stationName: station.name,
  }
}

async function nameOf(person: Person): Promise<string> {
  return (await person.call('GET /session')).data.userName
}

async function putPicture(portal: TestPortal, owner: Person, stationId: string, place: string): Promise<string> {
  const response = await portal.app.inject({
    method: 'PUT',
    url: `/api/web/v1/stations/${stationId}/${place}`,
    headers: { 'x-requested-with': 'XMLHttpRequest', cookie: owner.cookie, 'content-type': 'image/png' },
    payload: await testPicture(),
  })
  return response.json<{ data: { id: string } }>().data.id
}

/** A small PNG. */
export function testPicture(): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: '#0F69EA' } })
    .png()
    .toBuffer()
}
