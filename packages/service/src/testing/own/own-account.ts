import { randomUUID } from 'node:crypto'
import { createAccount } from '../../account/settings.ts'
import { keepCode } from '../../account/proof/code.ts'
import { seal } from '../../base/seal.ts'
import { hashSecret, newSecret } from '../../base/secret.ts'
import { insertLink } from '../../account/queries/code.ts'
import { insertEmail } from '../../account/queries/email.ts'
import { findIdentities, putIdentity } from '../../openid/queries/openid.ts'
import { insertPasskey } from '../../passkey/queries/passkey.ts'
import { findAccountByName, insertSession } from '../../account/queries/session.ts'
import { insertApiKey } from '../../key/queries/api-key.ts'
import { insertMessage, noteFailed } from '../../message/queries/message.ts'
import { replacePushDevice } from '../../push/queries/device.ts'
import { dropWaiting, insertDelivery } from '../../webhook/queries/delivery.ts'
import { insertWebhook } from '../../webhook/queries/webhook.ts'
import { newWebhookSecret } from '../../webhook/signature.ts'
import { makeAuthenticator } from '../authenticator.ts'
import type { KnownSecrets, NamedIds } from './good-requests.ts'
import type { Person, TestPortal } from '../test-portal.ts'

const code = '246813'
const firstCode = 'ABCDEFGHJKLM'
let serials = 0

/** A second session and address of the owner, an account for operators' requests, and secrets as in mails. */
export async function makeOwnAccount(
  { db, clock, service }: TestPortal,
  owner: Person,
): Promise<
  KnownSecrets &
    Pick<
      NamedIds,
      | 'sessionId'
      | 'emailId'
      | 'accountId'
      | 'apiKeyId'
      | 'webhookId'
      | 'webhookDeliveryId'
      | 'pushDeviceId'
      | 'passkeyId'
      | 'openidIdentityId'
    >
> {
  serials += 1
  const now = clock.now
  const later = now + 3_600_000
  const [userName, newEmail] = [`forgetful-${serials}`, `newcomer-${serials}@example.org`]
  const input = {
    userName,
    email: `${userName}@example.org`,
    role: 'owner',
    stateName: '',
    password: 'forgotten',
  } as const
  await createAccount(service, input)
  const accountId = (await findAccountByName(db.read, userName))?.id ?? ''
  const [activationToken, unsubscribeToken, sessionToken] = [newSecret(), newSecret(), newSecret()]
  const link = { accountId, now, expiresAt: later }
  await db.transaction((tx) =>
    insertLink(tx, { ...link, tokenHash: hashSecret(activationToken), purpose: 'activation' }),
  )
  await db.transaction((tx) => insertLink(tx, { ...link, tokenHash: hashSecret(unsubscribeToken), purpose: 'report' }))
  // Opens the first run, as in an empty portal.
  await db.kysely
    .insertInto('first_run')
    .values({ code_hash: hashSecret(firstCode) })
    .onConflict((on) => on.column('is_only').doNothing())
    .execute()
  await db.transaction((tx) => keepCode(service, tx, 'registration', newEmail, code))
  await db.transaction((tx) => keepCode(service, tx, 'password', accountId, code))
  const session = {
    tokenHash: hashSecret(sessionToken),
    accountId: owner.accountId,
    userAgent: '',
    now,
    expiresAt: later,
  }
  await db.transaction((tx) => insertSession(tx, session))
  const { id: sessionId } = await db.kysely
    .selectFrom('session')
    .select('id')
    .where('token_hash', '=', session.tokenHash)
    .executeTakeFirstOrThrow()
  const email = await db.transaction((tx) => insertEmail(tx, owner.accountId, `second-${serials}@example.org`, now))
  const apiKeyId = await db.transaction((tx) =>
    insertApiKey(tx, {
      accountId: owner.accountId,
      keyHash: hashSecret(newSecret()),
      ending: 'wxyz',
      name: 'Script at home',
      scopes: ['read', 'control'],
      stationIds: null,
      now,
      expiresAt: later,
    }),
  )
  const [webhookId, webhookDeliveryId] = [randomUUID(), randomUUID()]
  await db.transaction(async (tx) => {
    const webhook = { name: 'Desk', url: 'https://hooks.example/1', events: ['share.received' as const] }
    const secret = seal(service.settings.key, webhookId, newWebhookSecret())
    await insertWebhook(tx, { ...webhook, id: webhookId, accountId: owner.accountId, secret, now })
    const delivery = { event: 'test' as const, stationId: null, right: null, body: '{}' }
    await insertDelivery(tx, { ...delivery, id: webhookDeliveryId, webhookId, now })
    // Only a delivery that no longer waits can be repeated.
    await dropWaiting(tx, webhookId)
  })
  const pushDeviceId = randomUUID()
  const endpointHash = hashSecret(newSecret())
  const device = {
    accountId: owner.accountId,
    name: 'Chrome 140, Windows',
    endpointHash,
    subscription: Buffer.alloc(0),
  }
  await db.transaction((tx) => replacePushDevice(tx, { id: pushDeviceId, ...device, now }))
  const { credentialId, publicKey } = makeAuthenticator()
  const { accountId: ownerId } = owner
  const rest = { counter: 0, transports: [], name: 'Laptop', isSynced: false, now }
  const passkey = await db.transaction((tx) =>
    insertPasskey(tx, { accountId: ownerId, credentialId, publicKey, ...rest }),
  )
  const identity = {
    issuer: 'https://login.acme.example',
    subject: newSecret(),
    email: `of-acme-${serials}@acme.example`,
  }
  await db.transaction((tx) => putIdentity(tx, { ...identity, accountId: ownerId, now }))
  const identities = await findIdentities(db.read, ownerId)
  await db.transaction(async (tx) => {
    const message = { channel: 'mail', kind: 'report', recipient: `${owner.accountId}@example.org` } as const
    const id = randomUUID()
    const rest = { subject: 'Generation', content: Buffer.alloc(0), isSample: false, now }
    await insertMessage(tx, { id, accountId: owner.accountId, ...message, ...rest })
    await noteFailed(tx, id, now, 'EENVELOPE 550')
  })
  return {
    newEmail,
    forgetful: userName,
    code,
    firstCode,
    activationToken,
    unsubscribeToken,
    sessionId,
    emailId: email?.id ?? '',
    accountId,
    apiKeyId,
    webhookId,
    webhookDeliveryId,
    pushDeviceId,
    passkeyId: passkey?.id ?? '',
    openidIdentityId: identities[0]?.id ?? '',
  }
}
