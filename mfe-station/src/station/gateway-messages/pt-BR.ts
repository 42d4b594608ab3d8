import type { GatewayMessages } from './en-US.ts'

const ptBR: GatewayMessages = {
  'connect.readsNothing': 'O gateway está conectado, mas ainda não lê nada:',
  'gateway.setUp': 'Fontes',
  'gateway.of': 'Fontes de {{serial}}',
  'gateway.nothing': 'Ainda não informou nada de si.',
  'gateway.devices_one': '{{count}} dispositivo',
  'gateway.devices_other': '{{count}} dispositivos',
  'gateway.told': 'Informado {{ago}}; uma rodada a cada {{seconds}} s.',
  'gateway.controls': 'Onde roda, tem permissão para ajustar dispositivos.',
  'gateway.reads': 'Só lê.',
  'gateway.wanted': 'O que deve ler',
  'gateway.sources': 'Fontes, uma por linha',
  'gateway.sourcesHint':
    'Dispositivos da rede dele, como sunspec=192.168.1.20 ou shelly=192.168.1.7; vazio: aquilo com que foi iniciado ou que encontra. Senhas e arquivos são indicados onde ele roda.',
  'gateway.sourceWrong':
    'Escreva {{source}} como tipo=endereço: um endereço da rede dele, como 192.168.1.20 ou inverter.local, sem senha; tipos: sunspec, fronius, shelly, vsn, huawei, sungrow, sma, goodwe, growatt.',
  'gateway.tooMany': 'No máximo {{count}} fontes.',
  'gateway.interval': 'Uma rodada a cada',
  'gateway.intervalHint': 'Vazio: como foi iniciado.',
  'gateway.intervalWrong': 'De {{min}} a {{max}} s.',
  'gateway.save': 'Salvar as fontes',
  'gateway.saved': 'Salvo. O gateway fica sabendo em um ou dois minutos.',
}

export default ptBR
