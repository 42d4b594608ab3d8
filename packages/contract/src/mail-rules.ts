/** Mails that a person can preview, filled with the account's own figures. */
export const mailSamples = [
  'service',
  'report',
  'alarm',
  'alarmOver',
  'alarmDigest',
  'passwordChanged',
  'securityChanged',
  'registrationCode',
  'registrationKnown',
  'activation',
  'activationOtherName',
  'passwordCode',
  'emailCode',
  'apiKeyMade',
  'webhookStopped',
  'shareOffer',
  'shareInvitation',
  'orderWaits',
  'accountCopyReady',
  'accountDeletionAsked',
  'accountDeletionEnded',
  'accountShareEnds',
  'accountDeleted',
] as const
export type MailSample = (typeof mailSamples)[number]

/** Samples that users can send to themselves. Mails about a change are excluded: they would alarm the reader. */
export const sentSamples = ['service', 'report', 'alarm', 'alarmOver', 'alarmDigest'] as const
export type SentSample = (typeof sentSamples)[number]

/** Subject of a mail or text message; `other`: sent by an older version. */
export const mailKinds = [...mailSamples, 'phoneCode', 'other'] as const
export type OwnMailKind = (typeof mailKinds)[number]

/**
 * `delivered`: the mail server accepted it, or the SMS gateway confirmed delivery; `taken`: the gateway accepted it and
 * has not confirmed yet; `undelivered`: the gateway reported a failed delivery; `kept`: the portal has no server and no
 * gateway, so it is stored in a folder of the operator; `failed`: given up.
 */
export const mailStates = ['waiting', 'taken', 'delivered', 'undelivered', 'kept', 'failed'] as const
export type MailState = (typeof mailStates)[number]

/** Why the last attempt failed. `refused`: permanently; `later`: temporarily; `unreachable`: no answer. */
export const mailFailures = ['refused', 'later', 'unreachable', 'signIn', 'other'] as const
export type MailFailure = (typeof mailFailures)[number]

/** Days that the list of the account's mails covers. */
export const ownMailDays = 30
