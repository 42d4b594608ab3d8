import { paths, shareOfferDays } from '@helioport/contract'
import { findAccount } from '../../account/queries/account.ts'
import { findAccountOfEmail } from '../../account/queries/email.ts'
import { countAttemptIn } from '../../account/proof/throttle.ts'
import { Problem } from '../../base/problem.ts'
import type { Service } from '../../base/service.ts'
import type { Transaction } from '../../database/session.ts'
import { linkTo, queueMail } from '../../message/outbox.ts'
import { takeUntoldShare } from '../queries/share.ts'

export interface Inviter {
  accountId: string
  userName: string
}

const perTurn = 200

/**
 * Counts one more share mail in `tx` and returns whether it is within the rate limits per recipient and per inviter. An
 * address over a limit is refused. A user name is invited without a mail and finds the invitation in its pages, so that
 * the reply does not reveal which accounts exist. @throws Problem request.tooMany
 */
export async function countMail(service: Service, tx: Transaction, inviter: Inviter, name: string): Promise<boolean> {
  const tries = [
    await countAttemptIn(service, tx, 'message', 'shareOffer', name),
    await countAttemptIn(service, tx, 'address', 'shareOffer', inviter.accountId),
  ]
  if (name.includes('@')) {
    const refused = tries.find(({ isAllowed }) => !isAllowed)
    if (refused) throw new Problem('request.tooMany', { retryAfterS: refused.retryAfterS })
    return true
  }
  tries.push(await countAttemptIn(service, tx, 'shareMail', inviter.accountId, name))
  return tries.every(({ isAllowed }) => isAllowed)
}

/**
 * Queues the mails about shares. A job does this, so that neither reply nor duration of the request reveals whether the
 * account exists.
 */
export async function mailShares(service: Service): Promise<void> {
  for (let turn = 0; turn < perTurn; turn += 1) {
    const more = await service.db.transaction(async (tx) => {
      const share = await takeUntoldShare(tx)
      if (share && isOpen(share, service.now())) await tell(service, tx, share)
      return share !== undefined
    })
    if (!more) return
  }
}

type UntoldShare = NonNullable<Awaited<ReturnType<typeof takeUntoldShare>>>

const isOpen = ({ accepted_at, declined_at, ends_at }: UntoldShare, now: number) =>
  accepted_at === null && declined_at === null && (ends_at === null || ends_at > now)

/**
 * An account gets the mail in its own language; an address without an account gets it in the inviter's language. The
 * mail does not contain the name of the plant: inviters could use it to send any text to strangers.
 */
async function tell(service: Service, tx: Transaction, share: UntoldShare): Promise<void> {
  const { name: email, owner_id: ownerId, owner_name: name } = share
  const account = share.account_id ? await findAccount(tx, share.account_id) : await findAccountOfEmail(tx, email)
  if (account?.id === ownerId) return
  const isActive = account?.activated_at && account.disabled_at === null
  if (isActive && account.main_account_id === null) {
    const address = share.account_id ? account.email : email
    const to = { id: account.id, email: address, userName: account.user_name, locale: account.mail_locale }
    return queueMail(service, tx, 'shareInvitation', to, { name, invitationUrl: linkTo(service, paths.account()) })
  }
  if (share.offered_until === null) return
  await queueMail(
    service,
    tx,
    'shareOffer',
    { id: null, email, userName: email, locale: share.mail_locale },
    { name, email, days: String(shareOfferDays), registerUrl: linkTo(service, paths.register(email)) },
  )
}
