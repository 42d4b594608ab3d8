/** Texts of the status page; the texts of troubles are in the contract. */
export const enUS = {
  title: 'Helioport gateway',
  portal: 'Portal',
  clock: 'Clock',
  waiting: 'Waiting',
  disk: 'Disk',
  takeOver: 'To be taken over in the portal',
  nothing: 'nothing',
  rows: '{{count}} rows, the oldest {{ago}}',
  inOrder: 'in order',
  clockUnknown: 'not known yet',
  clockSame: 'as the portal’s',
  clockBehind: '{{seconds}} s behind the portal’s',
  clockAhead: '{{seconds}} s ahead of the portal’s',
  notYet: 'not yet',
  secondsAgo: '{{count}} s ago',
  minutesAgo: '{{count}} min ago',
  told: '{{ago}}: {{devices}}',
  noDevice: 'no device',
  noPower: 'no power told',
} as const

export type PageTexts = Readonly<Record<keyof typeof enUS, string>>
