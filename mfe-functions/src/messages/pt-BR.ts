import type { FunctionsMessages } from './en-US.ts'

const ptBR: Partial<FunctionsMessages> = {
  title: 'Configuração de funções',
  intro: 'Quais inversores podem receber um ajuste remoto agora e o que impede os outros.',
  readOnly: 'Somente visualização: nada é enviado aos inversores a partir desta página.',
  station: 'Usina',
  allStations: 'Todas as usinas',
  show: 'Mostrar',
  'show.all': 'Todos',
  'show.ready': 'Prontos',
  'show.blocked': 'Não prontos',
  'kpi.devices': 'Inversores',
  'kpi.of': '{{ready}} de {{total}} prontos',
  'column.device': 'Inversor',
  'column.station': 'Usina',
  'column.status': 'Estado',
  'column.power': 'Potência agora',
  'column.powerFactor': 'Fator de potência',
  'column.age': 'Dados',
  ready: 'Pronto',
  whatToDo: 'O que fazer',
  'obstacle.offline': 'Offline',
  'obstacle.unsupported': 'Não suportado',
  'obstacle.uninitialized': 'Não inicializado',
  'obstacle.busy': 'Ajuste em andamento',
  'obstacle.fault': 'Em falha',
  'setting.reactivePower': 'Potência reativa',
  'setting.ivScan': 'Varredura IV',
  toFaults: 'Falhas abertas',
}

export default ptBR
