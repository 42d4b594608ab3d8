/** What a portal tells an address of the account: a name and what happened. `test`: a person asked for it. */
export const webhookEvents = [
  'alarm.raised',
  'alarm.cleared',
  'station.offline',
  'station.online',
  'command.finished',
  'share.received',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** `waiting`: for its first or next try; `dropped`: nobody wants or may know it any more. */
export const deliveryStates = ['waiting', 'done', 'failed', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why a try came to nothing. `address`: it leads to no public one; `redirect`: it is not followed. */
export const deliveryFailures = [
  'address',
  'unresolved',
  'timeout',
  'connection',
  'certificate',
  'redirect',
  'status',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]

export const webhookRules = {
  name: { minLength: 1, maxLength: 60 },
  url: { maxLength: 500, pattern: '^https?://[^\\s]+$' },
  /** Addresses of one account. */
  max: 10,
} as const

/** A secret is these letters and 32 bytes in base64, which are the key of the signature. */
export const webhookSecretPrefix = 'whsec_'
