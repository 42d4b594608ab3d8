import type { Bulletin, BulletinInput } from '@helioport/contract'
import { deleteBulletin, findBulletins, insertBulletin, updateBulletin } from './queries/bulletin.ts'
import type { Service } from '../base/service.ts'
import { iso } from '../figure/calendar.ts'
import { type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'

export async function listBulletins(
  service: Service,
  query: PageQuery & { kind: 'news' | 'download'; locale: string },
) {
  const { rows, total } = await findBulletins(service.db, query.kind, query.locale, windowOf(query))
  return { data: rows.map(toBulletin), total }
}

export async function publishBulletin(service: Service, input: BulletinInput): Promise<Bulletin> {
  return toBulletin(await insertBulletin(service.db, input, service.now()))
}

/** @throws Problem notFound */
export async function changeBulletin(service: Service, id: string, input: BulletinInput): Promise<Bulletin> {
  const row = await updateBulletin(service.db, id, input)
  if (!row) throw new Problem('notFound')
  return toBulletin(row)
}

/** @throws Problem notFound */
export async function removeBulletin(service: Service, id: string): Promise<void> {
  if (!(await deleteBulletin(service.db, id))) throw new Problem('notFound')
}

function toBulletin(row: Awaited<ReturnType<typeof insertBulletin>>): Bulletin {
  const { published_at, ...rest } = row
  return { ...rest, publishedAt: iso(published_at) }
}
