import type { PageTexts } from './en-US.ts'

export const ptBR: PageTexts = {
  title: 'Gateway Helioport',
  portal: 'Portal',
  clock: 'Relógio',
  waiting: 'Em espera',
  disk: 'Disco',
  takeOver: 'A assumir no portal',
  nothing: 'nada',
  rows: '{{count}} linhas, a mais antiga {{ago}}',
  inOrder: 'em ordem',
  clockUnknown: 'ainda não se sabe',
  clockSame: 'como o do portal',
  clockBehind: '{{seconds}} s atrasado em relação ao portal',
  clockAhead: '{{seconds}} s adiantado em relação ao portal',
  notYet: 'ainda não',
  secondsAgo: 'há {{count}} s',
  minutesAgo: 'há {{count}} min',
  told: '{{ago}}: {{devices}}',
  noDevice: 'nenhum dispositivo',
  noPower: 'potência não informada',
}
