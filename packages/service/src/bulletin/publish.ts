import { type Bulletin, type BulletinFileEnding, bulletinFileTypes, type BulletinInput } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import {
  type BulletinFilter,
  type BulletinRow,
  deleteBulletin,
  findBulletin,
  findBulletins,
  insertBulletin,
  insertReads,
  updateBulletin,
} from './queries/bulletin.ts'
import type { Service } from '../base/service.ts'
import { type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'

export async function listBulletins(service: Service, accountId: string, query: PageQuery & BulletinFilter) {
  const { rows, total } = await findBulletins(service.db.read, accountId, query, windowOf(query))
  return { data: rows.map(toBulletin), total }
}

/** @throws Problem notFound */
export async function getBulletin(service: Service, accountId: string, id: string): Promise<Bulletin> {
  const row = await findBulletin(service.db.read, accountId, id)
  if (!row) throw new Problem('notFound')
  return toBulletin(row)
}

export async function publishBulletin(service: Service, accountId: string, input: BulletinInput): Promise<Bulletin> {
  const id = await service.db.transaction((tx) => insertBulletin(tx, input, service.now()))
  return getBulletin(service, accountId, id)
}

/** @throws Problem notFound */
export async function changeBulletin(service: Service, accountId: string, id: string, input: BulletinInput) {
  await service.db.transaction((tx) => updateBulletin(tx, id, input))
  return getBulletin(service, accountId, id)
}

/** @throws Problem notFound */
export async function removeBulletin(service: Service, id: string): Promise<void> {
  if (!(await service.db.transaction((tx) => deleteBulletin(tx, id)))) throw new Problem('notFound')
}

export async function markRead(service: Service, accountId: string, bulletinIds: readonly string[]): Promise<void> {
  await service.db.transaction((tx) => insertReads(tx, accountId, bulletinIds))
}

/** Content type by the file's extension, which the endpoint table has validated. */
export const typeOf = (name: string): string =>
  bulletinFileTypes[name.slice(name.lastIndexOf('.') + 1) as BulletinFileEnding]

function toBulletin(row: BulletinRow): Bulletin {
  const { published_at, file_name, file_bytes, file_sha256, ...rest } = row
  const file =
    file_name === null || file_bytes === null || file_sha256 === null
      ? null
      : { name: file_name, type: typeOf(file_name), bytes: file_bytes, sha256: file_sha256.toString('hex') }
  return { ...rest, file, publishedAt: iso(published_at) }
}
