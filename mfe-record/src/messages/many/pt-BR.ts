import type { Complete } from '@helioport/i18n'
import type { manyTexts as english } from './en-US.ts'

export const manyTexts: Complete<typeof english> = {
  'many.title': 'Alarmes escolhidos',
  'many.all': 'Escolher todos desta página',
  'many.none': 'Não escolher nenhum',
  'many.give': 'Atribuir a …',
  'many.chosen_one': '{{number}} selecionado',
  'many.chosen_other': '{{number}} selecionados',
  'many.choose': 'Selecionar {{alarm}}',
  'many.comment': 'Comentar em todos os selecionados',
  'many.done_one': 'Feito em {{number}} evento',
  'many.done_other': 'Feito em {{number}} eventos',
  'many.refused_one': 'Nada mudou: {{number}} de {{all}} impede. {{why}}',
  'many.refused_other': 'Nada mudou: {{number}} de {{all}} impedem. {{why}}',
  'many.others_one': 'mais {{number}}',
  'many.others_other': 'mais {{number}}',
  'many.leaveOut_one': 'Deixar de fora',
  'many.leaveOut_other': 'Deixar {{number}} de fora',
}
