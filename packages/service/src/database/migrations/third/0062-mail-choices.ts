import { type Kysely, sql } from 'kysely'

/** Which alarms an account is mailed and when, what was sent, and the subject of each mail. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      -- False: mails are in the language in which the person last read a page.
      add column mail_locale_chosen boolean not null default false,
      add column mail_faults boolean not null default true,
      add column mail_notices boolean not null default true,
      add column quiet_from smallint check (quiet_from between 0 and 1439),
      add column quiet_to smallint check (quiet_to between 0 and 1439),
      add check ((quiet_from is null) = (quiet_to is null))`.execute(db)
  await sql`alter table message add column subject text not null default ''`.execute(db)
  await sql`
    create table muted_station (
      account_id uuid not null references account on delete cascade,
      station_id uuid not null references station on delete cascade,
      primary key (account_id, station_id)
    )`.execute(db)
  await sql`create index muted_station_station on muted_station (station_id)`.execute(db)
  await sql`
    create table alarm_mail (
      group_id uuid not null references alarm_group on delete cascade,
      account_id uuid not null references account on delete cascade,
      told_at timestamptz,
      is_done boolean not null default false,
      primary key (group_id, account_id)
    )`.execute(db)
  await sql`create index alarm_mail_account on alarm_mail (account_id) where not is_done`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table alarm_mail, muted_station`.execute(db)
  await sql`alter table message drop column subject`.execute(db)
  await sql`
    alter table account drop column mail_locale_chosen, drop column mail_faults, drop column mail_notices,
      drop column quiet_from, drop column quiet_to`.execute(db)
}

export const mailChoices = { up, down }
