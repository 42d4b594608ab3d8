import { reachableStations } from '../../access/queries/access.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

export interface NewPicture {
  accountId: string
  type: string
  width: number
  height: number
  /** The bytes, or the object of the bucket that they lie in. */
  place: { bytes: Buffer; objectKey: null } | { bytes: null; objectKey: string }
  now: number
}

export async function insertPicture(tx: Transaction, picture: NewPicture) {
  return builder(tx)
    .insertInto('picture')
    .values({
      account_id: picture.accountId,
      type: picture.type,
      width: picture.width,
      height: picture.height,
      bytes: picture.place.bytes,
      object_key: picture.place.objectKey,
      created_at: new Date(picture.now),
    })
    .returning(['id', 'width', 'height'])
    .executeTakeFirstOrThrow()
}

/** The file, if it is the account's own or of a station that the account may see at `now`. */
export async function findPicture(db: Session, accountId: string, now: number, pictureId: string) {
  const stations = reachableStations(db, accountId, now, 'view')
  return builder(db)
    .selectFrom('picture')
    .select(['type', 'bytes', 'object_key'])
    .where('id', '=', pictureId)
    .where((where) =>
      where.or([
        where('account_id', '=', accountId),
        where.exists(
          where
            .selectFrom('station')
            .select('station.id')
            .where('station.id', 'in', stations)
            .where((of) =>
              of.or([of('picture_id', '=', of.ref('picture.id')), of('logo_id', '=', of.ref('picture.id'))]),
            ),
        ),
      ]),
    )
    .executeTakeFirst()
}

/** The caller has removed all references to the picture. */
export async function deletePicture(tx: Transaction, pictureId: string): Promise<void> {
  await builder(tx).deleteFrom('picture').where('id', '=', pictureId).execute()
}

/** Sets the station's picture or logo (null: none); returns the id of the former picture. */
export async function replaceStationPicture(
  tx: Transaction,
  stationId: string,
  column: 'picture_id' | 'logo_id',
  pictureId: string | null,
): Promise<string | null> {
  const trx = builder(tx)
  const former = await trx
    .selectFrom('station')
    .select([column])
    .where('id', '=', stationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('station')
    .set({ [column]: pictureId })
    .where('id', '=', stationId)
    .execute()
  return former[column] ?? null
}
