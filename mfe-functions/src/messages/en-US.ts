import type { Complete } from '@helioport/i18n'

/** English, the source of the other languages: keys are typed after this file. */
const enUS = {
  title: 'Function settings',
  intro: 'Which inverters can take a remote setting now, and what stands in the way of the others.',
  readOnly: 'Overview only: nothing is sent to an inverter from this page.',
  station: 'Station',
  allStations: 'All stations',
  show: 'Show',
  'show.all': 'All',
  'show.ready': 'Ready',
  'show.blocked': 'Not ready',
  'kpi.devices': 'Inverters',
  'kpi.of': '{{ready}} of {{total}} ready',
  'obstacles.title': 'What stands in the way',
  'obstacles.none': 'Nothing stands in the way: every inverter can take both settings.',
  'obstacles.count_one': '{{number}} inverter',
  'obstacles.count_other': '{{number}} inverters',
  'column.device': 'Inverter',
  'column.station': 'Station',
  'column.status': 'Status',
  'column.power': 'Power now',
  'column.powerFactor': 'Power factor',
  'column.age': 'Data',
  caption: 'Inverters and whether they can take remote settings',
  ready: 'Ready',
  whatToDo: 'What to do',
  noPowerFactor: 'not reported',
  'obstacle.offline': 'Offline',
  'obstacle.offline.reason':
    'The inverter does not answer: no data for three intervals. At night inverters sleep, and this is normal.',
  'obstacle.offline.remedy':
    'Check the power and network of its data logger, then the line to the inverter. It becomes ready with the next datum.',
  'obstacle.unsupported': 'Not supported',
  'obstacle.unsupported.reason': 'This model has no register for the setting.',
  'obstacle.unsupported.remedy':
    'Nothing to do here. Ask the maker whether a firmware brings it; otherwise leave the inverter out of the setting.',
  'obstacle.uninitialized': 'Not initialized',
  'obstacle.uninitialized.reason': 'The inverter has not reported its first values yet.',
  'obstacle.uninitialized.remedy':
    'Finish its commissioning and wait for the first data, usually within ten minutes of daylight.',
  'obstacle.busy': 'Setting in progress',
  'obstacle.busy.reason': 'Another setting or scan of this inverter has not ended yet.',
  'obstacle.busy.remedy': 'Wait until it has ended, about ten minutes for an IV scan, then look again.',
  'obstacle.fault': 'In fault',
  'obstacle.fault.reason': 'The inverter has stopped with a fault and takes no settings.',
  'obstacle.fault.remedy': 'Clear the fault first; the alarm record says what it means and what to do.',
  none: 'There are no devices under the station.',
  noneAtAll: 'No inverters yet. They appear as soon as a data logger of yours reports.',
  noMatch: 'No inverter matches these filters.',
  clear: 'Clear filters',
  firstOnly: 'The first {{shown}} of {{total}} inverters are counted and listed. Choose a station to see the others.',
  'kpi.label': 'How many can take which setting',
  'setting.reactivePower': 'Reactive power',
  'setting.ivScan': 'IV scan',
  toStations: 'To the stations',
  toFaults: 'Open faults',
} as const

export type FunctionsMessages = Complete<typeof enUS>

export default enUS
