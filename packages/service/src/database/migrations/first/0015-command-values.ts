import { type Kysely, sql } from 'kysely'

/** What a device fed in when its logger told of a step: the effect of a setting, before any frame shows it. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table command_step add column power_w real, add column reactive_var real`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table command_step drop column reactive_var, drop column power_w`.execute(db)
}

export const commandValues = { up, down }
