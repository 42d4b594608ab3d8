import type { Complete } from '@helioport/i18n'

/** Texts of videos. */
export const videoTexts = {
  'video.title': 'Video',
  'video.none': 'No video yet.',
  'video.noneHint': 'Enter the address of a video in the basic settings, or with a plant; it plays here.',
  'video.toSettings': 'To the basic settings',
  'video.play': 'Play: {{name}}',
  'video.failed': 'This video cannot be played',
  'video.failed.format': 'The address does not answer with a video that this browser plays.',
  'video.failed.network': '{{host}} did not answer, or not to this portal.',
  'video.source': 'From {{host}}',
  'video.change': 'Change the address',
  'video.label': 'Video of this account',
} as const

export type VideoTexts = Complete<typeof videoTexts>
