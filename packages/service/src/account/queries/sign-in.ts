import type { PageAsk } from '../../base/page-end.ts'
import { edgeIn, type LogOrder, readLog, takePage } from '../../access/queries/log-page.ts'
import { instant } from '../../database/instant.ts'
import { builder, likeOf, type Session, type Transaction } from '../../database/session.ts'

export interface SignInFilter {
  outcome?: 'done' | 'refused'
  /** Error code of the refusal. */
  code?: string
  userName?: string
  search?: string
  /** Epoch ms. */
  from?: number
  to?: number
}

export async function insertSignIn(
  tx: Transaction,
  signIn: { accountId: string; errorCode: string | null; address: string; agent: string; now: number },
): Promise<void> {
  await builder(tx)
    .insertInto('sign_in')
    .values({
      account_id: signIn.accountId,
      at: new Date(signIn.now),
      error_code: signIn.errorCode,
      address: signIn.address,
      agent: signIn.agent,
    })
    .execute()
}

const order: LogOrder = {
  time: { column: 'sign_in.at', type: 'timestamptz' },
  place: { column: 'sign_in.id', type: 'uuid', isDown: false },
}

/** One page of the attempts at the account and its sub-accounts, newest first. */
export async function findSignIns(
  db: Session,
  accountId: string,
  { outcome, code, userName, search, from, to }: SignInFilter,
  page: PageAsk,
) {
  const found = builder(db)
    .selectFrom('sign_in')
    .innerJoin('account', 'account.id', 'sign_in.account_id')
    .where((where) => where.or([where('account.id', '=', accountId), where('account.main_account_id', '=', accountId)]))
    .$if(outcome === 'done', (query) => query.where('error_code', 'is', null))
    .$if(outcome === 'refused', (query) => query.where('error_code', 'is not', null))
    .$if(code !== undefined, (query) => query.where('error_code', '=', code ?? ''))
    .$if(userName !== undefined, (query) => query.where('account.user_name', 'ilike', likeOf(userName ?? '')))
    .$if(from !== undefined, (query) => query.where('at', '>=', instant(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('at', '<', instant(to ?? 0)))
    .$if(search !== undefined, (query) =>
      query.where((where) =>
        where.or(
          (['account.user_name', 'sign_in.agent', 'sign_in.address', 'sign_in.error_code'] as const).map((column) =>
            where(column, 'ilike', likeOf(search ?? '')),
          ),
        ),
      ),
    )
  const shown = found
    .selectAll('sign_in')
    .select('account.user_name')
    .select((of) =>
      of
        .not(
          of.exists(
            of
              .selectFrom('sign_in as before')
              .select('before.id')
              .whereRef('before.account_id', '=', 'sign_in.account_id')
              .whereRef('before.address', '=', 'sign_in.address')
              .whereRef('before.at', '<', 'sign_in.at'),
          ),
        )
        .as('is_new_address'),
    )
    .select(edgeIn(order))
  const count = () => found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return readLog(
    page,
    async () => (await count()).total,
    (read) => takePage(shown, order, read).execute(),
  )
}
