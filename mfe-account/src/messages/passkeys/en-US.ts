import type { Complete } from '@helioport/i18n'

/** Texts of the passkeys. */
export const passkeyTexts = {
  'passkey.title': 'Passkeys',
  'passkey.hint':
    'Sign in with a finger, your face or the number of your device instead of a password. A passkey cannot be guessed or phished.',
  'passkey.none': 'No passkey yet.',
  'passkey.elsewhere': 'Passkeys work at the portal’s own address alone:',
  'passkey.nowhere': 'Passkeys need a portal with a name and https, which this one does not have.',
  'passkey.cannot': 'This browser knows no passkeys.',
  'passkey.name': 'Name',
  'passkey.nameHint': 'So that you know it again, for example: laptop, phone, key on the ring.',
  'passkey.nameRule': 'Enter a name of 1 to {{max}} characters.',
  'passkey.add': 'Add a passkey',
  'passkey.added': 'Passkey added',
  'passkey.cancelled': 'No passkey was made. Try again when you are ready.',
  'passkey.known': 'This device holds a passkey of your account already.',
  'passkey.rename': 'Rename',
  'passkey.renameOf': 'Rename {{name}}',
  'passkey.renamed': 'Name saved',
  'passkey.saveName': 'Save name',
  'passkey.remove': 'Remove',
  'passkey.removeOf': 'Remove {{name}}',
  'passkey.removeTitle': 'Remove the passkey {{name}}?',
  'passkey.removeText': 'It opens nothing any more. Delete it on your device, too.',
  'passkey.removed': 'Passkey removed',
  'passkey.since': 'Since {{day}}',
  'passkey.used': 'last used {{ago}}',
  'passkey.unused': 'never used',
  'passkey.required': 'The password alone is not enough',
  'passkey.requiredHint': 'A sign-in takes a passkey. Without it at hand: the password and a recovery code.',
  'passkey.requiredOn': 'The password alone is not enough any more',
  'passkey.requiredOff': 'The password alone is enough again',
  'passkey.synced': 'Synced',
  'openid.title': 'Sign-in from companies',
  'openid.hint': 'People at companies who sign in to this account.',
  'openid.unlink': 'Unlink',
  'openid.unlinkTitle': 'Unlink {{title}}?',
  'openid.unlinkText': 'The next sign-in from there asks for the password of this account again.',
  'openid.unlinked': 'Unlinked',
} as const

export type PasskeyTexts = Complete<typeof passkeyTexts>
