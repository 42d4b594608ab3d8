import type { VideoTexts } from './en-US.ts'

export const videoTexts: VideoTexts = {
  'video.title': 'Vídeo',
  'video.none': 'Ainda não há vídeo.',
  'video.toSettings': 'Ir para as configurações básicas',
  'video.play': 'Reproduzir: {{name}}',
  'video.noneHint': 'Informe o endereço de um vídeo nas configurações básicas ou em uma usina; ele toca aqui.',
  'video.failed': 'Este vídeo não pode ser reproduzido',
  'video.failed.format': 'O endereço não responde com um vídeo que este navegador reproduza.',
  'video.failed.network': '{{host}} não respondeu, ou não a este portal.',
  'video.source': 'De {{host}}',
  'video.change': 'Mudar o endereço',
  'video.label': 'Vídeo desta conta',
}
