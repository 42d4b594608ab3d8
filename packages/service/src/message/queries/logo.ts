import { builder, type Session } from '../../database/session.ts'

/** The sign of an account: the logo of its pages, else its picture. */
export async function findSign(db: Session, accountId: string) {
  return builder(db)
    .selectFrom('account')
    .innerJoin('picture', (join) =>
      join.on((on) => on('picture.id', '=', on.fn.coalesce('account.logo_id', 'account.avatar_id'))),
    )
    .select(['picture.id', 'picture.bytes'])
    .where('account.id', '=', accountId)
    .executeTakeFirst()
}
