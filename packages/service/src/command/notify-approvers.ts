import { paths } from '@helioport/contract'
import { findAccount } from '../account/queries/account.ts'
import type { Service } from '../base/service.ts'
import type { Transaction } from '../database/session.ts'
import { numberIn, timeIn } from '../message/format.ts'
import { linkTo, queueMail } from '../message/outbox.ts'
import type { Hold } from './hold.ts'
import { findApprovers, findPlaces } from './queries/order.ts'

interface WaitingPart {
  commandId: string
  stationId: string
  /** Number of devices that it would set. */
  devices: number
  hold: Hold | null
}

/** Notifies all accounts that may approve an order that it waits. */
export async function notifyApprovers(
  service: Service,
  tx: Transaction,
  order: { by: string; parts: readonly WaitingPart[] },
): Promise<void> {
  const waiting = order.parts.filter(({ hold }) => hold?.kind === 'secondPerson')
  if (waiting.length === 0) return
  const stationIds = waiting.map(({ stationId }) => stationId)
  const approvers = await findApprovers(tx, stationIds, service.now())
  const places = await findPlaces(tx, stationIds)
  const { user_name: name } = await findAccount(tx, order.by)
  for (const accountId of new Set(approvers.map((one) => one.account_id))) {
    if (accountId === order.by) continue
    const own = waiting.filter(({ stationId }) =>
      approvers.some((one) => one.account_id === accountId && one.station_id === stationId),
    )
    const at = places.filter(({ id }) => own.some(({ stationId }) => stationId === id))
    const { id, email, user_name: userName, mail_locale: locale } = await findAccount(tx, accountId)
    const until = Math.min(...own.flatMap(({ hold }) => hold?.until ?? []))
    await queueMail(
      service,
      tx,
      'orderWaits',
      { id, email, userName, locale },
      {
        name,
        stations: at.map((place) => place.name).join(', '),
        devices: numberIn(
          locale,
          own.reduce((sum, { devices }) => sum + devices, 0),
        ),
        until: timeIn(locale, until, at[0]?.time_zone ?? 'UTC'),
        orderUrl: linkTo(service, paths.command(own[0]?.commandId ?? '')),
      },
    )
  }
}
