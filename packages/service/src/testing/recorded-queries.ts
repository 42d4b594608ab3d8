import type { ClientBase, PoolClient } from 'pg'
import type { Database } from '../database/open-database.ts'

export interface RecordedQuery {
  text: string
  values: unknown[]
}

/** Every statement that goes through the pool, by whatever way: queries, kysely, transactions. */
export interface Recorder {
  /** Statements while `work` ran; BEGIN, COMMIT and settings left out. */
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
  // A cursor, a COPY or a configuration: each names its text.
  const { text = '', values } = first as Partial<RecordedQuery>
  return { text, values: values ?? (Array.isArray(second) ? second : []) }
}

/** What a statement read of one partition of the raw samples. */
export interface RawRead {
  partition: string
  /** Rows that were looked at, whether they were of use or not. */
  rows: number
}

interface PlanNode {
  'Relation Name'?: string
  'Actual Loops': number
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Runs the statement once more with EXPLAIN ANALYZE, and takes back what it wrote. */
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

/** What a statement reads of raw samples. */
export async function rawReadsOf(db: Database, query: RecordedQuery): Promise<RawRead[]> {
  const plan = await planOf(db, query)
  return plan ? [...readsOf(plan)] : []
}

/** Rows of any table that a statement looks at, whether they are of use or not. */
export async function rowsRead(db: Database, query: RecordedQuery): Promise<number> {
  const count = (node: PlanNode): number => {
    const { 'Relation Name': relation, Plans = [] } = node
    const own = relation === undefined ? 0 : rowsOf(node)
    return Plans.reduce((sum, child) => sum + count(child), own)
  }
  const plan = await planOf(db, query)
  return plan ? count(plan) : 0
}

function rowsOf(node: PlanNode): number {
  const { 'Rows Removed by Filter': removed = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node
  return (node['Actual Rows'] + removed + rechecked) * node['Actual Loops']
}

function* readsOf(node: PlanNode): Generator<RawRead> {
  const { 'Relation Name': relation = '', 'Actual Loops': loops, Plans = [] } = node
  // A partition that the plan names but never opens was pruned while it ran.
  if (/^(device|sensor)_sample/.test(relation) && loops > 0) {
    yield { partition: relation, rows: rowsOf(node) }
  }
  for (const child of Plans) yield* readsOf(child)
}
