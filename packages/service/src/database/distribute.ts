import type { PoolClient } from 'pg'
import type { Database } from './open-database.ts'

/**
 * Tables that are distributed over the workers of a Citus cluster: the distribution column, and the table to colocate
 * with. Other tables stay on the coordinator. Distributed tables have no triggers: those would run on the workers.
 */
const spreadTables = {
  sample_device: { by: 'device_no', beside: 'none' },
  device_sample: { by: 'device_no', beside: 'sample_device' },
  device_curve: { by: 'device_no', beside: 'sample_device' },
  sensor_sample: { by: 'logger_no', beside: 'none' },
} as const

/**
 * The settings of the service's connections, which the workers do not inherit. With JIT, a statement over the
 * partitions of eight years exceeded the statement time-out.
 */
const workerSettings = ["timezone to 'UTC'", 'jit to off', 'random_page_cost to 1.1'] as const

/** Enough for up to that many workers later: rebalancing moves whole shards only. */
const usualShards = 32

class NoCitus extends Error {
  constructor(why: string) {
    super(
      `${why} Install Citus 13 on every server, "create extension citus" in this database and on each worker, ` +
        "then on the coordinator: select citus_set_coordinator_host('HOST'), select citus_add_node('WORKER', 5432).",
    )
  }
}

/**
 * Distributes samples and curves over the workers, as the owner of the tables and after the migrations. Idempotent:
 * tables that are already distributed stay as they are. Existing rows move along; writes wait meanwhile. Returns the
 * names of the tables that it distributed.
 * @throws NoCitus where the database is none of a cluster with workers
 */
export async function distribute(owner: Database, shards = usualShards): Promise<string[]> {
  const client = await owner.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    const { rows: found } = await client.query<{ has: boolean }>(
      "select exists (select from pg_extension where extname = 'citus') as has",
    )
    if (found[0]?.has !== true) throw new NoCitus('This database has no Citus.')
    const { rows: workers } = await client.query<{ count: number }>(
      "select count(*) as count from pg_dist_node where noderole = 'primary' and shouldhaveshards",
    )
    if (Number(workers[0]?.count ?? 0) === 0) throw new NoCitus('The coordinator knows no worker.')
    await setWorkers(client)
    const { rows: known } = await client.query<{ name: string }>(
      'select logicalrelid::text as name from pg_dist_partition',
    )
    const missing = Object.entries(spreadTables).filter(([table]) => !known.some(({ name }) => name === table))
    await client.query('set local citus.enable_ddl_propagation = off')
    for (const [table] of missing) await cutLoose(client, table)
    await client.query(
      "set local citus.enable_ddl_propagation = on; set local citus.multi_shard_modify_mode = 'sequential'",
    )
    await client.query(`set local citus.shard_count = ${Math.trunc(shards)}`)
    for (const [table, { by, beside }] of missing)
      await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [table, by, beside])
    const done = missing.map(([table]) => table)
    await client.query('commit')
    client.release(true)
    return done
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Sets each worker itself: Citus does not pass a database's settings from the coordinator on to workers. */
async function setWorkers(client: PoolClient): Promise<void> {
  for (const setting of workerSettings) {
    const { rows } = await client.query<{ name: string; result: string }>(
      `select nodename || ':' || nodeport as name, result from run_command_on_workers(format(
         'set citus.enable_ddl_propagation to off; alter database %I set ' || $1, current_database())) where not success`,
      [setting],
    )
    const [refused] = rows
    if (refused) throw new Error(`The worker ${refused.name} cannot be set (${setting}): ${refused.result}`)
  }
}

/** A foreign key cannot reach from a worker to the coordinator: a trigger on the coordinator deletes instead. */
async function cutLoose(client: PoolClient, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(conname) as name from pg_constraint where conrelid = $1::regclass and contype = 'f'",
    [table],
  )
  for (const { name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  if (table !== 'device_curve') return
  await client.query(
    `create function delete_curves() returns trigger language plpgsql as $$
     declare
       nos integer[] := array(select no from gone);
     begin
       delete from device_curve where device_no = any(nos);
       return null;
     end $$;
     create trigger delete_curves after delete on device referencing old table as gone
     for each statement execute function delete_curves()`,
  )
}
