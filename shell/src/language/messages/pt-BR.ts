import type { LanguageMessages } from './en-US.ts'

export const messages: LanguageMessages = {
  'language.title': 'Idioma',
  'language.all': 'Todos os idiomas',
  'language.search': 'Procurar um idioma',
  'language.what':
    'Há textos em 简体中文, 繁體中文, English e Português (Brasil). Nas outras opções as palavras ficam em inglês (em Português, as do Brasil), com números, datas e semanas como se escrevem lá.',
  'language.none': 'Nenhum idioma com esse nome.',
  'language.own': 'Palavras, números e datas',
  'language.mirrored': 'Palavras em inglês da direita para a esquerda, números e datas próprios',
  'language.near': 'Palavras de {{label}}, números e datas próprios',
  'language.formats': 'Palavras em inglês, números e datas próprios',
  'language.failed': 'Não foi possível carregar. Tente de novo.',
  'language.offer': 'Este portal pode ser lido em {{label}}.',
  'language.offerFormats':
    'Para {{label}}, este portal tem palavras em inglês, com números, datas e semanas como você os escreve.',
  'language.take': 'Ler em {{label}}',
  'language.keep': 'Continuar em {{label}}',
  'language.about': 'Idioma desta página',
}
