/** Mails that a person can look at before one comes, made of the account's own figures. */
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

/** Those that can be sent to oneself: one that tells of a change that was none would frighten. */
export const sentSamples = ['service', 'report', 'alarm', 'alarmOver', 'alarmDigest'] as const
export type SentSample = (typeof sentSamples)[number]

/** What a mail or short message was about; `other`: one of a version before this one. */
export const mailKinds = [...mailSamples, 'phoneCode', 'other'] as const
export type OwnMailKind = (typeof mailKinds)[number]

/**
 * `delivered`: the server of mails has taken it, or the gateway says that it came to the phone; `taken`: the gateway has it,
 * and has not said more; `undelivered`: the gateway says that it did not come there; `kept`: the portal has neither, it lies
 * in a folder of the operator; `failed`: it was given up.
 */
export const mailStates = ['waiting', 'taken', 'delivered', 'undelivered', 'kept', 'failed'] as const
export type MailState = (typeof mailStates)[number]

/** Why the last try came to nothing. `refused`: for good; `later`: for now; `unreachable`: nobody answered. */
export const mailFailures = ['refused', 'later', 'unreachable', 'signIn', 'other'] as const
export type MailFailure = (typeof mailFailures)[number]

/** How far back the list of own mails goes. */
export const ownMailDays = 30
