import type { Bulletin, BulletinInput } from '@helioport/contract'
import { findBulletins, insertBulletin } from '../queries/bulletin.ts'
import type { Service } from '../service.ts'
import { iso } from './calendar.ts'
import { type PageQuery, windowOf } from './page.ts'

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

function toBulletin(row: Awaited<ReturnType<typeof insertBulletin>>): Bulletin {
  const { published_at, ...rest } = row
  return { ...rest, publishedAt: iso(published_at) }
}
