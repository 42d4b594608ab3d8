import { query, type Session } from '../../database/session.ts'

/** Age of the newest frame, s: quantiles 0.5, 0.99 and 1 over the devices that sent a frame in the last day. */
export async function findIngestLag(db: Session, now: number): Promise<[string, number | null][]> {
  const { rows } = await query<{ lags: number[] | null }>(
    db,
    `select percentile_disc(array[0.5, 0.99, 1]) within group (order by date_part('epoch', $1::timestamptz - ts)) as lags
     from device_latest where ts > $1::timestamptz - interval '1 day'`,
    [new Date(now)],
  )
  const lags = rows[0]?.lags ?? []
  return ['0.5', '0.99', '1'].map((share, index) => [share, lags[index] ?? null])
}
