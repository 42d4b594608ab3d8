import { builder, type Session } from '../../database/session.ts'

/** The logo of an account, else its avatar. */
export async function findSign(db: Session, accountId: string) {
  return builder(db)
    .selectFrom('account')
    .innerJoin('picture', (join) =>
      join.on((on) => on('picture.id', '=', on.fn.coalesce('account.logo_id', 'account.avatar_id'))),
    )
    .select(['picture.bytes', 'picture.object_key'])
    .where('account.id', '=', accountId)
    .executeTakeFirst()
}
