import type { VideoTexts } from './en-US.ts'

export const videoTexts: Partial<VideoTexts> = {
  'video.title': 'Vídeo',
  'video.none': 'Ainda não há vídeo.',
  'video.toSettings': 'Ir para as configurações básicas',
  'video.play': 'Reproduzir: {{name}}',
}
