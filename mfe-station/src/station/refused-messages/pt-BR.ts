import type { RefusedMessages } from './en-US.ts'

const ptBR: RefusedMessages = {
  'logger.refused_one': '{{rows}} linha recusada desde {{day}}',
  'logger.refused_other': '{{rows}} linhas recusadas desde {{day}}',
  'logger.keptAside': 'Fora dos valores, últimos 7 dias',
  'logger.times': 'Horários',
  'logger.timesOf': 'Horários de {{serial}}',
  'logger.timesText':
    'Quando os valores são médias, o horário de uma linha é o início ou o fim do intervalo dessa média. Os dias cujas amostras ainda existem são recalculados.',
  'logger.timesAre': 'O horário de uma linha é',
  'logger.timesShown': 'O que o contador mostra; senão, o início',
  'logger.times.start': 'O início do intervalo, ou o momento',
  'logger.times.end': 'O fim do intervalo',
  'logger.timesSaved': 'Salvo. Os dias são recalculados.',
  'logger.ends': 'Os horários são os fins dos intervalos',
  'logger.endsFound': 'Os horários são os fins dos intervalos: o contador mostra isso',
  'row.foreignSerial': 'o equipamento é de outro datalogger',
  'row.malformed': 'não pode ser lida',
  'row.clockTooFar': 'está no futuro',
  'row.tooOld': 'tem mais de 20 anos',
  'row.outOfRange': 'acima do que o equipamento pode ter',
  'row.dayClosed': 'o dia está fechado: as amostras foram descartadas',
}

export default ptBR
