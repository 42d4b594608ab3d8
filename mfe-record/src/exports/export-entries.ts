import { type ExportKind, exportRightOf } from '@helioport/contract'
import { addDays } from '@helioport/time'
import type { Rules } from '@helioport/ui/form'

/** Entries of the export form; days as YYYY-MM-DD. */
export interface ExportEntries {
  kind: ExportKind
  format: 'csv' | 'xlsx'
  stationId: string
  deviceId: string
  from: string
  to: string
}

export const exportKinds = Object.keys(exportRightOf) as ExportKind[]

const ofStation: readonly ExportKind[] = ['station-day', 'alarms', 'operations', 'devices']
const ofDevice: readonly ExportKind[] = ['device-day', 'device-history']
const withoutDays: readonly ExportKind[] = ['stations', 'devices']

/** Which further fields a kind of export has. A curve needs a station; a record may cover all stations. */
export const entriesOf = (kind: ExportKind) => ({
  station: ofStation.includes(kind),
  needsStation: kind === 'station-day',
  device: ofDevice.includes(kind),
  days: !withoutDays.includes(kind),
})

/** Initial entries: station power of the 30 days until `today` (YYYY-MM-DD). */
export const firstEntries = (today: string): ExportEntries => ({
  kind: 'station-day',
  format: 'csv',
  stationId: '',
  deviceId: '',
  from: addDays(today, -30),
  to: today,
})

type Objection = 'exports.choose' | 'exports.chooseDay' | 'exports.order'

/** The validation rules of the form. */
export const exportRules = (text: (objection: Objection) => string): Rules<ExportEntries> => ({
  stationId: (value, { kind }) => (entriesOf(kind).needsStation && value === '' ? text('exports.choose') : undefined),
  deviceId: (value, { kind }) => (entriesOf(kind).device && value === '' ? text('exports.choose') : undefined),
  from: (value, { kind }) => (entriesOf(kind).days && value === '' ? text('exports.chooseDay') : undefined),
  to: (value, { kind, from }) => {
    if (!entriesOf(kind).days) return undefined
    if (value === '') return text('exports.chooseDay')
    return value < from ? text('exports.order') : undefined
  },
})

/** Body of `POST /export-tasks`, without the locale: only the entries that apply to the kind. */
export function exportBody({ kind, format, stationId, deviceId, from, to }: ExportEntries) {
  const { station, device, days } = entriesOf(kind)
  return {
    kind,
    format,
    ...(station && stationId && { stationId }),
    ...(device && { deviceId }),
    ...(days && { from, to }),
  }
}
