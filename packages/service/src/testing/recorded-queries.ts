import type { ClientBase, PoolClient } from 'pg'
import type { Database } from '../database/open-database.ts'

export interface RecordedQuery {
  text: string
  values: unknown[]
}

/** Records every statement that goes through the pool: queries, kysely, transactions. */
export interface Recorder {
  /** Statements while `work` ran, without BEGIN, COMMIT and settings. */
  during: (work: () => Promise<unknown>) => Promise<RecordedQuery[]>
}

type Query = (first: unknown, ...rest: unknown[]) => unknown

export function recordQueries({ pool }: Database): Recorder {
  const known = new WeakSet<ClientBase>()
  let heard: RecordedQuery[] | null = null
  pool.on('acquire', (client: PoolClient) => {
    if (known.has(client)) return
    known.add(client)
    const query = client.query.bind(client) as Query
    client.query = ((first: unknown, ...rest: unknown[]) => {
      heard?.push(toQuery(first, rest[0]))
      return query(first, ...rest)
    }) as typeof client.query
  })
  return {
    during: async (work) => {
      heard = []
      await work()
      const queries = heard.filter(({ text }) => /^\s*(select|with|insert|update|delete)\b/i.test(text))
      heard = null
      return queries
    },
  }
}

function toQuery(first: unknown, second: unknown): RecordedQuery {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  // A cursor, a COPY or a query config: each has its text.
  const { text = '', values } = first as Partial<RecordedQuery>
  return { text, values: values ?? (Array.isArray(second) ? second : []) }
}

/** Rows that a statement read from one partition of the raw samples. */
export interface RawRead {
  partition: string
  /** Scanned rows, including those that filters removed. */
  rows: number
}

interface PlanNode {
  'Relation Name'?: string
  'Actual Loops': number
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
}

/** All nodes of a plan, including those of the workers of a cluster. */
function* nodesIn(plan: unknown): Generator<PlanNode> {
  if (typeof plan !== 'object' || plan === null) return
  if ('Actual Loops' in plan && 'Actual Rows' in plan) yield plan as PlanNode
  for (const part of Object.values(plan)) yield* nodesIn(part)
}

/** Runs the statement once more with EXPLAIN ANALYZE, and rolls its writes back. */
async function planOf({ pool }: Database, { text, values }: RecordedQuery): Promise<PlanNode | undefined> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (analyze, timing off, summary off, format json) ${text}`,
      values,
    )
    return rows[0]?.['QUERY PLAN'][0]?.Plan
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** A statement's reads of raw samples; omits partitions that were pruned at run time. */
export async function rawReadsOf(db: Database, query: RecordedQuery): Promise<RawRead[]> {
  const nodes = [...nodesIn(await planOf(db, query))]
  return nodes.flatMap((node) => {
    const { 'Relation Name': partition = '', 'Actual Loops': loops } = node
    return /^(device|sensor)_sample/.test(partition) && loops > 0 ? { partition, rows: rowsOf(node) } : []
  })
}

/** Rows of all tables that a statement scans, including those that filters remove. */
export async function rowsRead(db: Database, query: RecordedQuery): Promise<number> {
  const nodes = [...nodesIn(await planOf(db, query))]
  return nodes.reduce((sum, node) => sum + (node['Relation Name'] === undefined ? 0 : rowsOf(node)), 0)
}

function rowsOf(node: PlanNode): number {
  const { 'Rows Removed by Filter': removed = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node
  return (node['Actual Rows'] + removed + rechecked) * node['Actual Loops']
}
