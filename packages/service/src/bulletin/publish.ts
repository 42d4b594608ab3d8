import type { Bulletin, BulletinInput } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { deleteBulletin, findBulletins, insertBulletin, updateBulletin } from './queries/bulletin.ts'
import type { Service } from '../base/service.ts'
import { type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'

export async function listBulletins(
  service: Service,
  query: PageQuery & { kind: 'news' | 'download'; locale: string },
) {
  const { rows, total } = await findBulletins(service.db.read, query.kind, query.locale, windowOf(query))
  return { data: rows.map(toBulletin), total }
}

export async function publishBulletin(service: Service, input: BulletinInput): Promise<Bulletin> {
  return toBulletin(await service.db.transaction((tx) => insertBulletin(tx, input, service.now())))
}

/** @throws Problem notFound */
export async function changeBulletin(service: Service, id: string, input: BulletinInput): Promise<Bulletin> {
  const row = await service.db.transaction((tx) => updateBulletin(tx, id, input))
  if (!row) throw new Problem('notFound')
  return toBulletin(row)
}

/** @throws Problem notFound */
export async function removeBulletin(service: Service, id: string): Promise<void> {
  if (!(await service.db.transaction((tx) => deleteBulletin(tx, id)))) throw new Problem('notFound')
}

function toBulletin(row: Awaited<ReturnType<typeof insertBulletin>>): Bulletin {
  const { published_at, ...rest } = row
  return { ...rest, publishedAt: iso(published_at) }
}
