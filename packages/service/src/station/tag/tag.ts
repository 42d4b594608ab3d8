import {
  type RowResult,
  type SavedFilter,
  type SavedFilterInput,
  savedFilterRules,
  type SavedList,
  type StationTag,
  type StationTagInput,
  tagRules,
} from '@helioport/contract'
import { Problem } from '../../base/problem.ts'
import type { Service } from '../../base/service.ts'
import type { SignedIn } from '../../base/signed-in.ts'
import { violatedUnique } from '../../database/errors.ts'
import {
  countTags,
  deleteSavedFilter,
  deleteTag,
  deleteTaggings,
  findOwned,
  findReachedTags,
  findSavedFilters,
  findTags,
  insertTag,
  insertTaggings,
  putSavedFilter,
  renameTag,
  setReported,
} from '../queries/tag.ts'

/** The account's groups and tags; for a sub-account those of its main account at stations that it reaches. */
export function listTags(service: Service, { accountId, mainAccountId }: SignedIn): Promise<StationTag[]> {
  const db = service.db.read
  return mainAccountId === null ? findTags(db, accountId) : findReachedTags(db, mainAccountId, accountId, service.now())
}

/** @throws Problem tag.nameTaken, tag.tooMany */
export async function addTag(service: Service, accountId: string, input: StationTagInput): Promise<StationTag> {
  const id = await unlessTaken(
    service.db.transaction(async (tx) => {
      if ((await countTags(tx, accountId)) >= tagRules.most) throw new Problem('tag.tooMany')
      return insertTag(tx, accountId, input)
    }),
  )
  return { id, ...input, stations: 0 }
}

/** @throws Problem notFound, tag.nameTaken */
export async function changeTag(service: Service, accountId: string, tagId: string, name: string): Promise<StationTag> {
  const isThere = await unlessTaken(service.db.transaction((tx) => renameTag(tx, accountId, tagId, name)))
  if (!isThere) throw new Problem('notFound')
  return getTag(service, accountId, tagId)
}

/** @throws Problem notFound */
export async function removeTag(service: Service, accountId: string, tagId: string): Promise<void> {
  if (!(await service.db.transaction((tx) => deleteTag(tx, accountId, tagId)))) throw new Problem('notFound')
}

async function getTag(service: Service, accountId: string, tagId: string): Promise<StationTag> {
  const [tag] = await findTags(service.db.read, accountId, tagId)
  if (!tag) throw new Problem('notFound')
  return tag
}

/** Only own stations have tags. @throws Problem notFound */
export async function tagStations(
  service: Service,
  accountId: string,
  tagId: string,
  { stationIds, isTagged }: { stationIds: readonly string[]; isTagged: boolean },
): Promise<RowResult[]> {
  const tag = await getTag(service, accountId, tagId)
  const owned = await findOwned(service.db.read, accountId, stationIds)
  await service.db.repeatedTransaction((tx) =>
    isTagged ? insertTaggings(tx, tag, [...owned]) : deleteTaggings(tx, tag.id, [...owned]),
  )
  return stationIds.map((stationId) => ({ stationId, errorCode: owned.has(stationId) ? null : 'access.denied' }))
}

export async function chooseReported(
  service: Service,
  accountId: string,
  { stationIds, isTold }: { stationIds: readonly string[]; isTold: boolean },
): Promise<RowResult[]> {
  await service.db.transaction((tx) => setReported(tx, accountId, stationIds, isTold))
  return stationIds.map((stationId) => ({ stationId, errorCode: null }))
}

export function listSavedFilters(service: Service, accountId: string, list: SavedList): Promise<SavedFilter[]> {
  return findSavedFilters(service.db.read, accountId, list)
}

/** @throws Problem savedFilter.tooMany */
export async function saveFilter(service: Service, accountId: string, input: SavedFilterInput): Promise<SavedFilter> {
  const saved = await service.db.transaction((tx) => putSavedFilter(tx, accountId, input, savedFilterRules.most))
  if (!saved) throw new Problem('savedFilter.tooMany')
  return saved
}

/** @throws Problem notFound */
export async function forgetFilter(service: Service, accountId: string, savedFilterId: string): Promise<void> {
  const isGone = await service.db.transaction((tx) => deleteSavedFilter(tx, accountId, savedFilterId))
  if (!isGone) throw new Problem('notFound')
}

async function unlessTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (violatedUnique(error) !== null) throw new Problem('tag.nameTaken', { cause: error })
    throw error
  }
}
