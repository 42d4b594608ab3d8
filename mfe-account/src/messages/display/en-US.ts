import type { Complete } from '@helioport/i18n'

/** Texts of the wall's figures. */
export const displayTexts = {
  'display.title': 'Generation figures',
  'display.hint': 'This setting is for the display page.',
  'display.where': 'The wall and the account page show these figures, in this order.',
  'display.tooFew': 'Tick at least {{min}}.',
  'display.order': 'Shown, in this order',
  'display.others': 'Not shown',
  'display.move': 'Move {{name}}',
  'display.howToMove': 'Drag, or press the arrow keys up and down; Home and End lead to the first and the last place.',
  'display.moved': '{{name}}: place {{place}} of {{count}}',
  'display.added': '{{name}} is shown, at place {{place}} of {{count}}',
  'display.removed': '{{name}} is not shown any more',
  'display.preview': 'On the wall',
  'display.previewHint': 'With the figures of now, as it will be once it is saved.',
  'display.toWall': 'Open the wall',
} as const

export type DisplayTexts = Complete<typeof displayTexts>
