import { query, type Session } from '../../database/session.ts'

export interface StationTotals {
  station_id: string
  today_irradiation: number | null
  month_kwh: number | null
  month_income: number | null
  year_kwh: number | null
  year_income: number | null
  income: number | null
  co2_kg: number | null
}

/** Irradiation of today, and sums of month, year and lifetime of each station, at its local today. */
export async function findStationTotals(
  db: Session,
  stations: readonly { id: string; today: string }[],
): Promise<StationTotals[]> {
  const { rows } = await query<StationTotals>(
    db,
    `select own.station_id, today.irradiation_kwh_m2 as today_irradiation, sums.*
     from unnest($1::uuid[], $2::date[]) as own (station_id, date)
     left join station_day today on today.station_id = own.station_id and today.date = own.date
     cross join lateral (
       select sum(energy_kwh) filter (where month >= date_trunc('month', own.date::timestamp)) as month_kwh,
         sum(income) filter (where month >= date_trunc('month', own.date::timestamp)) as month_income,
         sum(energy_kwh) filter (where month >= date_trunc('year', own.date::timestamp)) as year_kwh,
         sum(income) filter (where month >= date_trunc('year', own.date::timestamp)) as year_income,
         sum(income) as income, sum(co2_kg) as co2_kg
       from station_month where station_month.station_id = own.station_id
     ) sums`,
    [stations.map((station) => station.id), stations.map((station) => station.today)],
  )
  return rows
}
