import type { Complete } from '@helioport/i18n'
import type { messages as enUS } from './en-US.ts'

export const messages: Partial<Complete<typeof enUS>> = {
  or: 'ou',
  passkey: 'Entrar com uma chave de acesso',
  passkeyProof: 'Confirmar com uma chave de acesso',
  cancelled: 'Nenhuma chave de acesso foi usada. Tente de novo ou continue com a senha.',
  company: 'Entrar com {{title}}',
  'company.title': 'Entrar com {{title}}',
  'company.plain': 'Entrar pela sua empresa',
  'company.password': 'Senha',
  'company.go': 'Entrar',
  'company.back': 'Voltar ao acesso',
  'company.ended': 'Este acesso terminou. Comece de novo.',
}
