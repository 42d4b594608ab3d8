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
  'company.link':
    'Você vem de {{title}} pela primeira vez. Digite aqui uma vez a senha da sua conta: daí em diante basta entrar por lá.',
  'company.code': 'Código do seu aplicativo autenticador, ou um código de recuperação',
  'company.refused': 'O acesso pela empresa não chegou ao fim. Tente de novo.',
  'company.unreachable': 'O acesso pela empresa não responde no momento. Entre com sua senha ou tente mais tarde.',
  'company.notLetIn': 'Sua conta da empresa não está entre as que podem entrar aqui. Pergunte a quem opera o portal.',
  'company.noEmail':
    'Sua empresa não informa um endereço de e-mail confirmado, pelo qual sua conta aqui poderia ser encontrada.',
}
