import type { MonitoredAccount, Station } from '@helioport/contract'
import { findNames } from './queries/monitored-account.ts'
import { findSubAccounts } from '../account/queries/sub-account.ts'
import type { Service } from '../base/service.ts'
import { allStations } from './list-stations.ts'
import { sumKnown } from '../figure/sum-known.ts'
import { bestAge } from '../figure/status.ts'

/**
 * Accounts that the caller watches, by name: those whose stations it sees without owning them, then its
 * sub-accounts with the stations that each reaches. A sub-account sees its main account and nobody's sub-accounts.
 */
export async function listMonitoredAccounts(service: Service, accountId: string): Promise<MonitoredAccount[]> {
  const [stations, subAccounts] = await Promise.all([
    allStations(service, accountId),
    findSubAccounts(service.db.read, accountId),
  ])
  const byOwner = Map.groupBy(stations, (station) => station.memberId)
  byOwner.delete(accountId)
  const names = await findNames(service.db.read, [...byOwner.keys()])
  const sharing = names.map(({ id, user_name, nickname }) =>
    describe({ id, user_name, nickname }, 'sharesWithMe', byOwner.get(id) ?? []),
  )
  const own = stations.filter((station) => station.memberId === accountId)
  const subs = subAccounts.map((sub) =>
    describe(
      sub,
      'subAccount',
      sub.disabled_at !== null
        ? []
        : own.filter((station) => sub.all_stations || (sub.station_ids ?? []).includes(station.id)),
    ),
  )
  const byName = (a: MonitoredAccount, b: MonitoredAccount) => a.userName.localeCompare(b.userName)
  return [...sharing.toSorted(byName), ...subs.toSorted(byName)]
}

function describe(
  account: { id: string; user_name: string; nickname: string },
  relation: MonitoredAccount['relation'],
  stations: readonly Station[],
): MonitoredAccount {
  const counts = { normal: 0, abnormal: 0, standby: 0, offline: 0 }
  for (const { status } of stations) counts[status] += 1
  return {
    accountId: account.id,
    userName: account.user_name,
    nickname: account.nickname,
    relation,
    stations: counts,
    capacityKwp: stations.reduce((sum, station) => sum + station.capacityKwp, 0),
    powerW: sumKnown(stations.map((station) => station.powerW)),
    energyTodayKwh: sumKnown(stations.map((station) => station.energyTodayKwh)),
    age: bestAge(stations.map((station) => station.age)),
  }
}
