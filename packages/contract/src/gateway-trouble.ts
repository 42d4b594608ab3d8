/**
 * Why a gateway cannot read a source or store data: a code, and the values in its sentence. The sentences are in
 * `trouble-texts/`, for the portal and for the gateway's own page.
 */
export const troubleValues = {
  // Connection to a host.
  refused: ['place'],
  unreachable: ['place'],
  nameUnknown: ['place'],
  noAnswer: ['place'],
  closed: ['place'],
  notReached: ['place', 'reason'],
  certificate: ['place', 'reason'],
  // A Modbus unit behind a host.
  'unit.noAnswer': ['place', 'unit'],
  'unit.closed': ['place', 'unit'],
  'unit.away': ['place', 'unit'],
  'unit.notReached': ['place', 'unit', 'reason'],
  'unit.cut': ['place', 'unit', 'count', 'wanted'],
  'unit.function': ['place', 'unit'],
  'unit.address': ['place', 'unit'],
  'unit.failure': ['place', 'unit'],
  'unit.exception': ['place', 'unit', 'exception'],
  'unit.busy': ['unit'],
  'unit.silent': ['unit'],
  'unit.noSunspec': ['unit'],
  'unit.moved': ['unit'],
  'unit.other': ['unit'],
  'unit.noSerial': ['unit'],
  'unit.noInverter': ['unit', 'names'],
  'unit.noMaker': ['unit', 'maker'],
  noMaker: ['maker'],
  cut: ['place', 'count'],
  // HTTP sources.
  'http.status': ['place', 'status'],
  'http.noJson': ['place'],
  'http.tooLarge': ['place', 'count'],
  'http.password': ['place'],
  'http.wrongPassword': ['place', 'user'],
  'http.otherKind': ['place', 'kind'],
  otherDevice: ['place'],
  'vsn.untold': ['device'],
  'shelly.noPower': ['place'],
  'shelly.several': ['place', 'channels', 'channel'],
  'shelly.noChannel': ['place', 'channel', 'channels'],
  'shelly.clamp': ['place', 'channel', 'watts'],
  'fronius.off': ['place'],
  'fronius.timeout': ['inverter'],
  'fronius.away': ['inverter'],
  'fronius.status': ['inverter', 'status', 'reason'],
  'fronius.noNumber': ['inverter'],
  'fronius.list': ['status', 'reason'],
  // A broker.
  'mqtt.connecting': ['place'],
  'mqtt.password': ['place'],
  'mqtt.topics': ['place'],
  'opendtu.offline': ['place'],
  'opendtu.nothing': ['place', 'topic'],
  'ahoy.nothing': ['place', 'names', 'topic'],
  'ahoy.others': ['place', 'names', 'topic', 'known'],
  // A mapping.
  'mapping.topic': ['place'],
  'mapping.tooLarge': ['place'],
  'mapping.tooDeep': ['place'],
  'mapping.serial': ['place'],
  'mapping.time': ['place'],
  'mapping.noValue': ['place'],
  'mapping.tooMany': ['place', 'count'],
  // Files.
  'file.folder': ['place', 'reason'],
  'file.oldExcel': ['file'],
  'file.notATable': ['file'],
  'file.noColumn': ['file'],
  'file.noDate': ['file'],
  'file.columnTwice': ['file'],
  'file.timeFormat': ['file'],
  'file.mixedNumbers': ['file'],
  'file.ambiguousNumbers': ['file'],
  'file.unitMismatch': ['file'],
  'file.zoneMismatch': ['file'],
  'file.openQuote': ['file'],
  'file.interval': ['file'],
  'file.noRows': ['file'],
  'file.tooManyRows': ['file'],
  'file.tooLarge': ['file'],
  // The gateway itself.
  'own.disk': ['reason'],
  'own.givenUp': ['count'],
  'own.key': [],
  'own.portalRefuses': ['reason'],
  'own.portalAway': ['reason'],
  notUnderstood: ['reason'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type TroubleCode = keyof typeof troubleValues
export type TroubleValues<Code extends TroubleCode = TroubleCode> = Readonly<
  Record<(typeof troubleValues)[Code][number], string | number>
>

/** Trouble sentences in one language; `{{place}}` stands for a value of the trouble. */
export type TroubleTexts = Readonly<Record<TroubleCode, string>>

/** Whether this version knows the code and its values: a gateway may be newer than the portal. */
export const isKnownTrouble = (trouble: {
  code: string
  values: Readonly<Record<string, string | number>>
}): trouble is { code: TroubleCode; values: TroubleValues } =>
  Object.hasOwn(troubleValues, trouble.code) &&
  troubleValues[trouble.code as TroubleCode].every((name) => Object.hasOwn(trouble.values, name))
