import type { StationMessages } from './en-US.ts'

/** Partial: what is missing here is shown in English. */
const ptBR: Partial<StationMessages> = {
  'list.title': 'Usinas',
  'list.search': 'Buscar nome ou lugar',
  'list.status': 'Estado',
  'list.all': 'Todas',
  'list.sort': 'Ordenar por',
  'list.sort.sortNumber': 'Ordem própria',
  'list.sort.name': 'Nome',
  'list.sort.powerW': 'Potência agora',
  'list.sort.energyTodayKwh': 'Energia hoje',
  'list.sort.specificYieldToday': 'kWh/kWp hoje',
  'list.emptyAccount': 'Nenhuma usina ainda',
  'list.noHit': 'Nenhuma usina encontrada',
  'list.clear': 'Mostrar todas as usinas',
  'list.shown': '{{from}} a {{to}} de {{total}}',

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

  'summary.stations': 'Usinas',
  'summary.allWell': 'Tudo em ordem',
  'summary.needsYou': 'Precisam de você: {{count}}',
  'summary.power': 'Potência agora',
  'summary.ofCapacity': '{{share}} de {{capacity}}',
  'summary.today': 'Energia hoje',
  'summary.ofYesterday': '{{share}} de ontem ({{energy}})',
  'summary.income': 'Receita hoje',
  'summary.attention': 'Precisa de você',
  'summary.nothing': 'Nada a fazer agora',

  'age.live': 'Ao vivo',
  'age.late': '{{span}} de atraso',
  'age.stale': 'Sem dados há {{span}}',
  'age.none': 'Ainda sem dados',

  'detail.back': 'Todas as usinas',
  'detail.previous': 'Dia anterior',
  'detail.next': 'Próximo dia',
  'detail.today': 'Hoje',
  'detail.pick': 'Escolher o dia',
  'detail.capacity': 'Capacidade',

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
  'chart.power': 'Potência',
  'chart.irradiance': 'Irradiância',
  'chart.night': 'Noite',
  'chart.table': 'Tabela',
  'chart.chart': 'Gráfico',

  'failed.retry': 'Tentar de novo',

  'dashboard.title': 'Painel',
  'dashboard.alarms': 'Alarmes abertos',
  'dashboard.allAlarms': 'Todos os alarmes',
}

export default ptBR
