import { query, type Session } from './session.ts'

export async function ping(db: Session): Promise<void> {
  await query(db, 'select 1')
}
