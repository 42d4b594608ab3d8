import type { StationMessages } from './en-US.ts'

/** Partial: what is missing here is shown in English. */
const ptBR: Partial<StationMessages> = {
  'list.title': 'Usinas',
  'list.search': 'Buscar nome ou lugar',
  'list.status': 'Estado',
  'list.sort': 'Ordenar por',
  'list.sort.sortNumber': 'Ordem própria',
  'list.sort.name': 'Nome',
  'list.sort.powerW': 'Potência agora',
  'list.sort.energyTodayKwh': 'Energia hoje',
  'list.sort.specificYieldToday': 'kWh/kWp hoje',
  'list.emptyAccount': 'Nenhuma usina ainda',
  'list.noHit': 'Nenhuma usina encontrada',
  'list.clear': 'Mostrar todas as usinas',

  'column.station': 'Usina',
  'column.status': 'Estado',
  'column.power': 'Potência agora',
  'column.today': 'Hoje',
  'column.yield': 'kWh/kWp',
  'column.total': 'Total',
  'column.income': 'Receita hoje',
  'column.alarms': 'Alarmes',
  'column.devices': 'Dispositivos',
  'column.age': 'Dados',

  'summary.allWell': 'Tudo em ordem',
  'summary.needsYou': 'Precisam de você: {{count}}',
  'summary.power': 'Potência agora',
  'summary.ofCapacity': '{{share}} de {{capacity}}',
  'summary.today': 'Energia hoje',
  'summary.ofYesterday': '{{share}} de ontem ({{energy}})',
  'summary.income': 'Receita hoje',
  'summary.attention': 'Precisa de você',
  'summary.lateData': 'Dados atrasados',
  'summary.nothing': 'Nada a fazer agora',

  'detail.back': 'Todas as usinas',
  'detail.pick': 'Escolher o dia',

  'kpi.power': 'Potência agora',
  'kpi.energy': 'Energia',
  'kpi.peak': 'Pico',
  'kpi.yield': 'Rendimento específico',
  'kpi.irradiation': 'Irradiação',
  'kpi.income': 'Receita',
  'kpi.co2': 'CO₂ evitado',

  'chart.title': 'Potência',
  'chart.station': 'Usina',
  'chart.devices': 'Dispositivos',

  'dashboard.title': 'Painel',
  'dashboard.alarms': 'Alarmes abertos',
  'dashboard.allAlarms': 'Todos os alarmes',

  'updated.at': 'Atualizado às {{time}}',
  'kpi.prTooDark': 'Ainda não acima de {{limit}}',
  'kpi.title': 'Números do dia',
  'kpi.coverageNote': 'da luz do dia medida',
  'kpi.capacityNote': 'com {{capacity}}',
  'kpi.inPlane': 'no plano dos módulos',
  'kpi.co2Note': 'frente à rede',
  'screen.noConnection': 'Sem conexão com o serviço',
  'screen.localTime': 'Hora local',
}

export default ptBR
