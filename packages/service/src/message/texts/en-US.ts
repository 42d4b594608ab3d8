/** Every mail and short message; the keys of this file are the type of the other languages. */
export const texts = {
  registrationCode: {
    subject: 'Your verification code: {{code}}',
    text: 'Hello,\n\n{{code}} is the code for your registration at Helioport. It is valid for 30 minutes.\n\nIf you did not ask for it, ignore this mail.',
  },
  registrationKnown: {
    subject: 'You have an account already',
    text: 'Hello {{userName}},\n\nsomebody, probably you, wanted to register this address at Helioport. It belongs to your account {{userName}} already: sign in, or ask for a new password.\n\n{{signInUrl}}\n\nIf it was not you, nothing has changed.',
  },
  activation: {
    subject: 'Activate your account',
    text: 'Hello {{userName}},\n\nopen this link to activate your account. It is valid for 24 hours and works once.\n\n{{activationUrl}}\n\nIf you did not register, ignore this mail.',
  },
  activationOtherName: {
    subject: 'Activate your account',
    text: 'Hello,\n\nthe user name that you asked for was not free, or too like another one. Yours is {{userName}}; you can sign in by your email address, too.\n\nOpen this link to activate your account. It is valid for 24 hours and works once.\n\n{{activationUrl}}\n\nIf you did not register, ignore this mail.',
  },
  passwordCode: {
    subject: 'Code for a new password: {{code}}',
    text: 'Hello {{userName}},\n\n{{code}} is the code for a new password. It is valid for 30 minutes.\n\nIf you did not ask for it, ignore this mail: your password stays.',
  },
  emailCode: {
    subject: 'Code for your email address: {{code}}',
    text: 'Hello {{userName}},\n\n{{code}} is the code that binds this address to your account. It is valid for 30 minutes.\n\nIf you did not ask for it, ignore this mail.',
  },
  apiKeyMade: {
    subject: 'An API key was made for your account',
    text: 'Hello {{userName}},\n\nthe API key “{{name}}” was made for your account; it is valid until {{until}}. If it was not you, revoke it in the settings and ask for a new password at once:\n\n{{forgotUrl}}',
  },
  webhookStopped: {
    subject: 'Messages to your address were stopped',
    text: 'Hello {{userName}},\n\n{{host}} has taken none of the messages of your webhook “{{name}}” for days, so no more are sent. Look at the log in the settings, and switch the webhook on again when the address answers:\n\n{{portalUrl}}',
  },
  shareOffer: {
    subject: 'A solar plant is shared with you',
    text: 'Hello,\n\n{{name}} wants to share a solar plant at Helioport with you. Sign in with an account to which this address, {{email}}, is bound, or register with it; the invitation is then on the page of your account. It can be accepted for {{days}} days.\n\n{{registerUrl}}\n\nIf you do not know the sender, ignore this mail: nothing happens.',
  },
  shareInvitation: {
    subject: 'A solar plant is shared with you',
    text: 'Hello {{userName}},\n\n{{name}} wants to share one or more solar plants with you. Look at the invitation on the page of your account, and accept or decline it there; until then nothing changes.\n\n{{invitationUrl}}\n\nIf you do not know the sender, decline it or ignore this mail.',
  },
  orderWaits: {
    subject: 'A large order waits for you',
    text: 'Hello {{userName}},\n\n{{name}} wants to set {{devices}} inverters of {{stations}} at once. So large an order goes out only when a second person of the account approves it. You may, until {{until}}; you can reject it with a reason, too:\n\n{{orderUrl}}\n\nIf nobody approves it by then, nothing is set.',
  },
  accountCopyReady: {
    subject: 'The copy of your data is ready',
    text: 'Hello {{userName}},\n\nthe copy of everything that Helioport holds about your account is ready. It can be fetched until {{until}}, with your password.\n\n{{dataUrl}}\n\nIf you did not ask for it, change your password at once: somebody else has it.',
  },
  accountDeletionAsked: {
    subject: 'Your account will be deleted on {{until}}',
    text: 'Hello {{userName}},\n\nyour account and everything in it will be deleted on {{until}}. Until then you can keep it: sign in and take the deletion back.\n\n{{dataUrl}}\n\nIf it was not you, take it back and change your password at once: somebody else has it.',
  },
  accountDeletionEnded: {
    subject: 'The account {{name}} stays',
    text: 'Hello {{userName}},\n\nthe deletion of the account {{name}} was taken back. Everything stays as it is.',
  },
  accountShareEnds: {
    subject: 'The account {{name}} will be deleted on {{until}}',
    text: 'Hello {{userName}},\n\n{{name}} deletes the account. The plants that you see through it are gone from {{until}} on; so is a sub-account of it. Keep before then what you still need.\n\n{{portalUrl}}',
  },
  accountDeleted: {
    subject: 'Your account was deleted',
    text: 'Hello {{userName}},\n\nyour account at Helioport and everything in it was deleted. Kept is the log of what was done at plants, with your user name, since its entries prove each other; and backups, until newer ones take their place. This mail is not kept.',
  },
  phoneCode: { subject: '', text: '{{code}} is your Helioport code. It is valid for 30 minutes.' },
} as const

export type MailKind = keyof typeof texts
export type MailTexts = Record<MailKind, { subject: string; text: string }>
