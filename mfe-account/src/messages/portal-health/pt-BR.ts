import type { PortalHealthTexts } from './en-US.ts'

export const portalHealthTexts: Partial<PortalHealthTexts> = {
  'portal.title': 'Saúde do portal',
  'portal.hint': 'Banco de dados, disco, filas, e-mail e as outras partes; cada falha com o que fazer.',
  'portal.state.good': 'Bom',
  'portal.state.warning': 'Verificar',
  'portal.state.bad': 'Falha',
  'portal.state.off': 'Não usado',
}
