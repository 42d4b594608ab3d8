import { type Kysely, sql } from 'kysely'

/** Datasheet values of the modules that are connected to a device; coefficients in % per K. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table device_modules (
      device_no integer primary key references device (no) on delete cascade,
      manufacturer text not null,
      model text not null,
      isc_a double precision not null,
      voc_v double precision not null,
      imp_a double precision not null,
      vmp_v double precision not null,
      alpha_percent double precision not null,
      beta_percent double precision not null,
      gamma_percent double precision not null,
      cells integer not null,
      modules_per_string integer,
      strings_per_tracker integer
    )`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table device_modules`.execute(db)
}

export const deviceModules = { up, down }
