import { type Kysely, sql } from 'kysely'

/**
 * The sensors that a station uses: those of its collector where its account has a logger with that serial, otherwise
 * those of the loggers that report to the station. A serial of another account's logger gives no access.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view station_sensor as
      select station.id as station_id, logger.no as logger_no, true as is_collector
      from station join logger on logger.account_id = station.account_id and logger.serial = station.collector_serial
      union all
      select logger.station_id, logger.no, false
      from logger join station on station.id = logger.station_id
      where not exists (select from logger named
        where named.account_id = station.account_id and named.serial = station.collector_serial)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop view station_sensor`.execute(db)
}

export const stationSensors = { up, down }
