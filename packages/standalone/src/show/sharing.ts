import type { PortalClient } from '@helioport/fleet/portal'
import { dayFrom, type Stage } from './stage.ts'

/** Two plants that the sub-account may view. */
const helped = ['Tuniberg', 'Valley']

/** Rights and days of the installer's shares; the last invitation stays unanswered. */
const terms = [
  { of: 'Tuniberg', days: 365, rights: ['view', 'alarms', 'logs', 'control', 'iv'] },
  { of: '彰濱', days: 30, rights: ['view', 'income', 'alarms', 'logs', 'iv'] },
  { of: 'Vale', days: 90, rights: ['view', 'alarms'] },
] as const

/** Stations by a word in their names. */
async function stationsOf(client: PortalClient, words: readonly string[]) {
  const stations = await client.call('GET /stations', { query: { pageSize: 50 } })
  return words.flatMap((word) => stations.find(({ name }) => name.includes(word)) ?? [])
}

/** A sub-account of the owner that may view two plants and set nothing. */
export async function makeSubAccount({ credentials, proved }: Stage): Promise<boolean> {
  const owner = await proved('owner')
  const { userName, password } = credentials.helper
  const known = await owner.call('GET /sub-accounts', { query: { pageSize: 50 } })
  if (known.some((each) => each.userName === userName)) return true
  const stations = await stationsOf(owner, helped)
  const stationIds = stations.map(({ id }) => id)
  const body = { nickname: 'Mei', mayControl: false, allStations: false, stationIds, userName, email: null, password }
  await owner.call('POST /sub-accounts', { body })
  return true
}

/** Plants that the owner shares with an installer, each until its own day. */
export async function share({ credentials, proved, now }: Stage): Promise<boolean> {
  const owner = await proved('owner')
  const { userName } = credentials.installer
  for (const { of, days, rights } of terms) {
    const [station] = await stationsOf(owner, [of])
    if (!station) continue
    const params = { stationId: station.id }
    const shares = await owner.call('GET /stations/:stationId/shares', { params })
    if (shares.some((each) => each.userName === userName)) continue
    const body = { userName, rights: [...rights], endsOn: dayFrom(now(), days) }
    await owner.call('POST /stations/:stationId/shares', { params, body })
  }
  const installer = await proved('installer')
  const invitations = await installer.call('GET /incoming-shares', { query: { pageSize: 50 } })
  const last = terms.at(-1)?.of ?? ''
  for (const { id, state, stationName } of invitations) {
    if (state !== 'pending' || stationName.includes(last)) continue
    await installer.call('POST /incoming-shares/:incomingShareId/acceptance', { params: { incomingShareId: id } })
  }
  return true
}
