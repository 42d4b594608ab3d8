import type { GatewayReport, GatewaySettings } from '@helioport/contract/ingest'
import { query, type Session, type Transaction } from '../../database/session.ts'

interface GatewayRow extends GatewaySettings {
  report: GatewayReport | null
  told_at: number | null
}

/** Undefined: the gateway has no settings and sent no report. */
export async function findGateway(db: Session, loggerId: string): Promise<GatewayRow | undefined> {
  const { rows } = await query<GatewayRow>(
    db,
    `select interval_s as "intervalS", sources, report, told_at from gateway where logger_id = $1`,
    [loggerId],
  )
  return rows[0]
}

export async function putGatewaySettings(
  tx: Transaction,
  loggerId: string,
  { intervalS, sources }: GatewaySettings,
): Promise<void> {
  await query(
    tx,
    `insert into gateway (logger_id, interval_s, sources) values ($1, $2, $3)
     on conflict (logger_id) do update set interval_s = excluded.interval_s, sources = excluded.sources`,
    [loggerId, intervalS, sources === null ? null : JSON.stringify(sources)],
  )
}

/**
 * Stores the report. Names the firmware before its first frames tell the version: the page then knows it is a gateway.
 */
export async function putGatewayReport(
  tx: Transaction,
  loggerId: string,
  report: GatewayReport,
  now: number,
): Promise<void> {
  await query(
    tx,
    `insert into gateway (logger_id, report, told_at) values ($1, $2, $3)
     on conflict (logger_id) do update set report = excluded.report, told_at = excluded.told_at`,
    [loggerId, JSON.stringify(report), new Date(now)],
  )
  await query(tx, `update logger set firmware = 'helioport-gateway' where id = $1 and firmware is null`, [loggerId])
}
