import type { PasskeyTexts } from './en-US.ts'

export const passkeyTexts: Partial<PasskeyTexts> = {
  'passkey.title': 'Chaves de acesso',
  'passkey.add': 'Adicionar uma chave de acesso',
  'passkey.added': 'Chave de acesso adicionada',
  'passkey.name': 'Nome',
  'passkey.rename': 'Renomear',
  'passkey.remove': 'Remover',
  'passkey.removed': 'Chave de acesso removida',
}
