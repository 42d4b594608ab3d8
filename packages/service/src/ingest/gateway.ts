import { isDeepStrictEqual } from 'node:util'
import type { Gateway } from '@helioport/contract'
import type { GatewayReport, GatewaySettings } from '@helioport/contract/ingest'
import { iso } from '@helioport/time/node'
import type { Service } from '../base/service.ts'
import { findGateway, putGatewayReport, putGatewaySettings } from '../inventory/queries/gateway.ts'

/** A changed report is stored at once; an unchanged one at this interval, as the precision of its time. */
const toldEveryMs = 5 * 60_000

export async function getGateway({ db }: Service, loggerId: string): Promise<Gateway> {
  const { intervalS = null, sources = null, report, told_at } = (await findGateway(db.read, loggerId)) ?? {}
  return { intervalS, sources, report: report && told_at ? { ...report, toldAt: iso(told_at) } : null }
}

/** Takes effect at the gateway's next contact. */
export const setGateway = ({ db }: Service, loggerId: string, settings: GatewaySettings): Promise<void> =>
  db.transaction((tx) => putGatewaySettings(tx, loggerId, settings))

/** Stores a gateway's report and returns its owner's settings. */
export async function takeGatewayReport(
  { db, now }: Service,
  loggerId: string,
  report: GatewayReport,
): Promise<GatewaySettings> {
  const known = await findGateway(db.read, loggerId)
  const isNews = !isDeepStrictEqual(known?.report, report) || now() - (known?.told_at ?? 0) >= toldEveryMs
  if (isNews) await db.transaction((tx) => putGatewayReport(tx, loggerId, report, now()))
  return { intervalS: known?.intervalS ?? null, sources: known?.sources ?? null }
}
