import type { RefusedMessages } from './en-US.ts'

const ptBR: RefusedMessages = {
  'logger.refused_one': '{{rows}} linha recusada desde {{day}}: {{why}}',
  'logger.refused_other': '{{rows}} linhas recusadas desde {{day}}, a última: {{why}}',
  'row.foreignSerial': 'o equipamento é de outro datalogger',
  'row.malformed': 'não pode ser lida',
  'row.clockTooFar': 'está no futuro',
  'row.tooOld': 'tem mais de 20 anos',
  'row.outOfRange': 'acima do que o equipamento pode ter',
  'row.dayClosed': 'o dia está fechado: as amostras foram descartadas',
}

export default ptBR
