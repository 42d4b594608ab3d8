import type { DisplayTexts } from './en-US.ts'

export const displayTexts: Partial<DisplayTexts> = {
  'display.title': 'Indicadores de geração',
  'display.hint': 'Esta configuração é para a página de exibição.',
  'display.tooFew': 'Marque pelo menos {{min}}.',
}
