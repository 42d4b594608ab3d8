import { type MonitoredAccount, offlineAfterIntervals } from '@helioport/contract'
import { findNames } from './queries/monitored-account.ts'
import { findSubAccounts } from '../account/queries/sub-account.ts'
import { type PageQuery, pageOf } from '../base/page.ts'
import type { Service } from '../base/service.ts'
import { freshReach } from './figures/keep-figures.ts'
import { ageOf } from '../figure/status.ts'
import { findFleetSums, findFreshest } from './queries/sum.ts'

/** A watched account and the stations it is watched by: all stations of `ownerId`, and `stationIds`. */
interface Watched {
  account: { id: string; user_name: string; nickname: string }
  relation: MonitoredAccount['relation']
  ownerId: string | null
  stationIds: readonly string[]
}

/**
 * One page of the accounts that the caller watches, by name: first the owners of stations that are shared with it, then
 * its sub-accounts with the stations that each reaches. A sub-account sees its main account, but no sub-accounts.
 */
export async function listMonitoredAccounts(
  service: Service,
  accountId: string,
  query: PageQuery,
): Promise<{ data: MonitoredAccount[]; total: number }> {
  const reach = await freshReach(service, accountId)
  const [owners, subAccounts] = await Promise.all([
    findNames(service.db.read, accountId, reach),
    findSubAccounts(service.db.read, accountId),
  ])
  const sharing = owners.map(({ station_ids, ...account }): Watched => ({
    account,
    relation: 'sharesWithMe',
    ownerId: account.id === reach.ownerId ? account.id : null,
    stationIds: station_ids,
  }))
  const subs = subAccounts.map((account): Watched => {
    const isOpen = account.disabled_at === null
    return {
      account,
      relation: 'subAccount',
      ownerId: isOpen && account.all_stations ? accountId : null,
      stationIds: isOpen && !account.all_stations ? (account.station_ids ?? []) : [],
    }
  })
  const byName = (a: Watched, b: Watched) => a.account.user_name.localeCompare(b.account.user_name)
  const { data, total } = pageOf([...sharing.toSorted(byName), ...subs.toSorted(byName)], query)
  return { data: await Promise.all(data.map((watched) => describe(service, watched))), total }
}

async function describe(service: Service, watched: Watched): Promise<MonitoredAccount> {
  const { account, relation, ownerId, stationIds } = watched
  const reach = { ownerId, stationIds, alarmIds: [] }
  const [sums, heard] = await Promise.all([
    findFleetSums(service.db.recent, reach),
    findFreshest(service.db.recent, reach),
  ])
  const intervalS = heard ? (heard.stale_at - heard.measured_at) / offlineAfterIntervals / 1000 : null
  return {
    accountId: account.id,
    userName: account.user_name,
    nickname: account.nickname,
    relation,
    stations: {
      normal: sums.stations_normal,
      abnormal: sums.stations_abnormal,
      standby: sums.stations_standby,
      offline: sums.stations_offline,
    },
    capacityKwp: sums.capacity_kwp,
    powerW: sums.power_w,
    energyTodayKwh: sums.energy_today_kwh,
    age: ageOf({ ts: heard?.measured_at ?? null, interval_s: intervalS }, service.now()),
  }
}
