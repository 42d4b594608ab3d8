import type { PasskeyTexts } from './en-US.ts'

export const passkeyTexts: Partial<PasskeyTexts> = {
  'passkey.title': 'Chaves de acesso',
  'passkey.add': 'Adicionar uma chave de acesso',
  'passkey.added': 'Chave de acesso adicionada',
  'passkey.name': 'Nome',
  'passkey.rename': 'Renomear',
  'passkey.remove': 'Remover',
  'passkey.removed': 'Chave de acesso removida',
  'passkey.required': 'A senha sozinha não basta',
  'passkey.requiredHint':
    'Para entrar é preciso uma chave de acesso. Sem ela à mão: a senha e um código de recuperação.',
  'passkey.requiredOn': 'A senha sozinha não basta mais',
  'passkey.requiredOff': 'A senha sozinha volta a bastar',
}
