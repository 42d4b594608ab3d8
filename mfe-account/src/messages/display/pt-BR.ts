import type { DisplayTexts } from './en-US.ts'

export const displayTexts: DisplayTexts = {
  'display.title': 'Indicadores de geração',
  'display.hint': 'Esta configuração é para a página de exibição.',
  'display.tooFew': 'Marque pelo menos {{min}}.',
  'display.where': 'O telão e a página da conta mostram estes valores, nesta ordem.',
  'display.order': 'Mostrados, nesta ordem',
  'display.others': 'Não mostrados',
  'display.move': 'Mover {{name}}',
  'display.howToMove':
    'Arraste, ou use as setas para cima e para baixo; Home e End levam ao primeiro e ao último lugar.',
  'display.moved': '{{name}}: lugar {{place}} de {{count}}',
  'display.added': '{{name}} é mostrado, no lugar {{place}} de {{count}}',
  'display.removed': '{{name}} não é mais mostrado',
  'display.preview': 'No telão',
  'display.previewHint': 'Com os valores de agora, como ficará depois de salvo.',
  'display.toWall': 'Abrir o telão',
}
