import type { Complete } from '@helioport/i18n'

/** Refused rows of a logger with the reasons; the meaning of its times. */
const enUS = {
  'logger.refused_one': '{{rows}} row refused since {{day}}',
  'logger.refused_other': '{{rows}} rows refused since {{day}}',
  'logger.keptAside': 'Not in the figures, last 7 days',
  'logger.times': 'Times',
  'logger.timesOf': 'Times of {{serial}}',
  'logger.timesText':
    'Where values are means, the time of a row is the start or the end of the interval that it is the mean of. Days whose samples are still kept are worked out anew.',
  'logger.timesAre': 'The time of a row is',
  'logger.timesShown': 'What its counter shows, else the start',
  'logger.times.start': 'The start of its interval, or its moment',
  'logger.times.end': 'The end of its interval',
  'logger.timesSaved': 'Saved. The days are worked out anew.',
  'logger.ends': 'Times are the ends of intervals',
  'logger.endsFound': 'Times are the ends of intervals: its counter shows it',
  'row.foreignSerial': "the device is another logger's",
  'row.malformed': 'cannot be read',
  'row.clockTooFar': 'lies in the future',
  'row.tooOld': 'more than 20 years old',
  'row.outOfRange': 'more than the device can have',
  'row.dayClosed': 'the day is closed: its samples were dropped',
}

export default enUS

export type RefusedMessages = Complete<typeof enUS>
