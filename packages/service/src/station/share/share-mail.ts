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
 * Whether a mail may tell of one more share, with what `tx` writes. Too many to one address, or from one inviter, are
 * refused; a user name is invited all the same and finds the invitation in its pages, so that nobody learns what has
 * an account. @throws Problem request.tooMany
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
 * Queues the mails that tell of shares. It is done apart from the request, so that neither its reply nor its time tells
 * whether there is such an account.
 */
export async function tellShares(service: Service): Promise<void> {
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
 * An account reads it in its own language; an address that has none, in that of who invited it. No mail names the plant:
 * its name is what the inviter likes to write to strangers.
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
