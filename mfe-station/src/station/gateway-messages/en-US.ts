import type { Complete } from '@helioport/i18n'

/** The sources of a gateway and their state. */
const enUS = {
  'connect.readsNothing': 'The gateway is connected, but reads nothing yet:',
  'gateway.setUp': 'Sources',
  'gateway.of': 'Sources of {{serial}}',
  'gateway.nothing': 'It has told nothing of itself yet.',
  'gateway.devices_one': '{{count}} device',
  'gateway.devices_other': '{{count}} devices',
  'gateway.told': 'Told {{ago}}; a round every {{seconds}} s.',
  'gateway.controls': 'Where it runs it is allowed to set devices.',
  'gateway.reads': 'It only reads.',
  'gateway.wanted': 'What it is to read',
  'gateway.sources': 'Sources, one a line',
  'gateway.sourcesHint':
    'Devices of its network, such as sunspec=192.168.1.20 or shelly=192.168.1.7; empty: what it was started with, or finds. Passwords and files are named where it runs.',
  'gateway.sourceWrong':
    'Write {{source}} as kind=address: an address of its network such as 192.168.1.20 or inverter.local, without a password; kinds: sunspec, fronius, shelly, vsn, huawei, sungrow, sma, goodwe, growatt.',
  'gateway.tooMany': 'At most {{count}} sources.',
  'gateway.interval': 'A round every',
  'gateway.intervalHint': 'Empty: as it was started.',
  'gateway.intervalWrong': 'From {{min}} to {{max}} s.',
  'gateway.save': 'Save the sources',
  'gateway.saved': 'Saved. The gateway hears of it within a minute or two.',
} as const

export default enUS
export type GatewayMessages = Complete<typeof enUS>
