import { builder, type Session, type Transaction } from '../../database/session.ts'

/** What was said of the strings of a scan; null: nothing yet, or of another basis. */
export async function findJudgement(db: Session, ivScanId: string, basis: string): Promise<object[] | null> {
  const row = await builder(db)
    .selectFrom('iv_judgement')
    .select('judged')
    .where('iv_scan_id', '=', ivScanId)
    .where('basis', '=', basis)
    .executeTakeFirst()
  return row?.judged ?? null
}

export async function putJudgement(tx: Transaction, ivScanId: string, basis: string, judged: object[]): Promise<void> {
  const values = { basis, judged: JSON.stringify(judged) }
  await builder(tx)
    .insertInto('iv_judgement')
    .values({ iv_scan_id: ivScanId, ...values })
    .onConflict((conflict) => conflict.column('iv_scan_id').doUpdateSet(values))
    .execute()
}
