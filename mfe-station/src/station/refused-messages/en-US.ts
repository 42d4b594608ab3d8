import type { Complete } from '@helioport/i18n'

/** Rows of a logger that were refused, and why. */
const enUS = {
  'logger.refused_one': '{{rows}} row refused since {{day}}: {{why}}',
  'logger.refused_other': '{{rows}} rows refused since {{day}}, the last one: {{why}}',
  'row.foreignSerial': "the device is another logger's",
  'row.malformed': 'cannot be read',
  'row.clockTooFar': 'lies in the future',
  'row.tooOld': 'more than 20 years old',
  'row.outOfRange': 'more than the device can have',
  'row.dayClosed': 'the day is closed: its samples were dropped',
}

export default enUS

export type RefusedMessages = Complete<typeof enUS>
