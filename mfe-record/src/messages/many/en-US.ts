/** Texts of actions on many alarms. */
export const manyTexts = {
  'many.title': 'Chosen alarms',
  'many.chosen_one': '{{number}} chosen',
  'many.chosen_other': '{{number}} chosen',
  'many.choose': 'Choose {{alarm}}',
  'many.all': 'Choose all on this page',
  'many.none': 'Choose none',
  'many.give': 'Give to …',
  'many.comment': 'Comment on all chosen',
  'many.done_one': 'Done for {{number}} event',
  'many.done_other': 'Done for {{number}} events',
  'many.refused_one': 'Nothing was changed: {{number}} of {{all}} stands in the way. {{why}}',
  'many.refused_other': 'Nothing was changed: {{number}} of {{all}} stand in the way. {{why}}',
  'many.others_one': '{{number}} more',
  'many.others_other': '{{number}} more',
  'many.leaveOut_one': 'Leave it out',
  'many.leaveOut_other': 'Leave {{number}} out',
}
