import type { Complete } from '@helioport/i18n'

/** Texts of the page about the account's data. */
export const ownDataTexts = {
  'setting.data': 'Data',
  'way.data': 'A copy of everything, and the end of the account',
  'copy.title': 'A copy of your data',
  'copy.hint':
    'Everything that the portal holds about this account and its plants, as a ZIP of JSON and CSV files. Passwords and keys are not in it.',
  'copy.none':
    'There is no copy. Once asked for, it is made in the background; a mail says when it is ready, and it can be fetched for {{days}} days.',
  'copy.queued': 'Waits',
  'copy.running': 'Is being made',
  'copy.done': 'Ready',
  'copy.failed': 'Failed',
  'copy.failedHint': 'The copy did not come about. Ask for it again; if it fails again, tell who runs the portal.',
  'copy.size': 'Files and size',
  'copy.begun': 'Asked for',
  'copy.until': 'Can be fetched until',
  'copy.fetched': 'Last fetched',
  'copy.never': 'never',
  'copy.ask': 'Make a copy',
  'copy.again': 'Make a new one',
  'copy.asked': 'The copy is being made',
  'copy.save': 'Download',
  'copy.stop': 'Stop',
  'copy.remove': 'Remove',
  'copy.removed': 'The copy is gone',
  'deletion.title': 'Delete the account',
  'deletion.hint': 'Carried out {{days}} days after it was asked for; until then it can be taken back here.',
  'deletion.waits': 'Will be deleted',
  'deletion.due': 'This account and everything in it will be deleted on {{at}}.',
  'deletion.goes': 'What goes',
  'deletion.goesAccount': 'The account with its addresses, pictures, keys, sessions, mails and choices',
  'deletion.goesPlants':
    'Plants: {{stations}}, devices: {{devices}}, loggers: {{loggers}}, with all that they measured',
  'deletion.goesSubAccounts_one': '{{count}} sub-account',
  'deletion.goesSubAccounts_other': '{{count}} sub-accounts',
  'deletion.goesShares_one': '{{count}} other account loses the plants that are shared with it; its owner is told now',
  'deletion.goesShares_other': '{{count}} other accounts lose the plants that are shared with them; they are told now',
  'deletion.goesNames': 'Your name under what you wrote at plants of others; the words themselves stay there',
  'deletion.kept': 'What is kept, and why',
  'deletion.keptLog':
    'The log of operations, with your user name: its entries prove each other, and who had a plant switched must be provable.',
  'deletion.keptBackups':
    'Backups, until newer ones take their place. An account that comes back with one is deleted again.',
  'deletion.keptMails':
    'Mails that others got, in their mailboxes, and server logs with times and addresses for some days.',
  'deletion.ask': 'Delete the account',
  'deletion.askTitle': 'Delete this account?',
  'deletion.askText': 'You have {{days}} days to take it back. After that nobody can bring it back.',
  'deletion.name': 'Type your user name, {{userName}}',
  'deletion.nameRule': 'Type {{userName}} to go on.',
  'deletion.confirm': 'Delete',
  'deletion.asked': 'The account will be deleted',
  'deletion.takeBack': 'Keep the account',
  'deletion.takenBack': 'The account stays',
} as const

export type OwnDataTexts = Complete<typeof ownDataTexts>
