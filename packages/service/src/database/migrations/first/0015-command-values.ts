import { type Kysely, sql } from 'kysely'

/** Power that a device fed in when its logger reported a step: shows a setting's effect before the next frame. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table command_step add column power_w real, add column reactive_var real`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table command_step drop column reactive_var, drop column power_w`.execute(db)
}

export const commandValues = { up, down }
