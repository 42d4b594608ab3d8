import type { Complete } from '@helioport/i18n'
import type { messages as enUS } from './en-US.ts'

export const messages: Partial<Complete<typeof enUS>> = {
  intro: 'Este portal é novo: ainda não há nenhuma conta. A sua vai operá-lo.',
  steps: 'Etapas da configuração',
  'step.account': 'Sua conta',
  'step.begin': 'Primeira usina',
  code: 'Código de uso único',
  codeHint: 'O início do portal o mostrou, em grupos de quatro.',
  codeMissing: 'Digite o código que o início do portal mostrou.',
  language: 'Idioma',
  submit: 'Criar a conta',
  welcome: 'Boas-vindas, {{name}}',
  what: 'O que vem primeiro?',
  'connect.title': 'Conectar seu equipamento',
  'connect.go': 'Adicionar a usina',
  'restore.title': 'Restaurar um backup',
  'copy.do': 'Copiar',
  'copy.done': 'Copiado.',
  later: 'Dar uma olhada antes',
}
