import type { AlarmMails } from '@helioport/contract'
import type { Service } from '../base/service.ts'
import { findMutedStations, setAlarmMails } from './queries/alarm-mails.ts'
import { findAccount } from './queries/account.ts'

export async function getAlarmMails({ db }: Service, accountId: string): Promise<AlarmMails> {
  const [account, stationIds] = await Promise.all([
    findAccount(db.read, accountId),
    findMutedStations(db.read, accountId),
  ])
  const { mail_faults: faults, mail_notices: notices, quiet_from: from, quiet_to: to } = account
  return { faults, notices, quiet: from === null || to === null ? null : { from, to }, stationIds }
}

export async function saveAlarmMails(service: Service, accountId: string, chosen: AlarmMails): Promise<AlarmMails> {
  await service.db.transaction((tx) => setAlarmMails(tx, accountId, chosen))
  return getAlarmMails(service, accountId)
}
