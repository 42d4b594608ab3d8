/** The content of a column, by its name in files of tracers and inverters. */
export interface Column {
  kind: 'voltage' | 'current' | 'power' | 'string' | 'mppt' | 'curve' | 'irradiance' | 'cell' | 'back' | 'point'
  /** Factor to volts, amperes, W/m2. */
  factor: number
  /** The number in its name, for several strings or points side by side. */
  number: string | null
}

const names: [Column['kind'], RegExp][] = [
  [
    'irradiance',
    /irradiance|irrad|\bpoa\b|w\/m|^g$|^g[ _(]|einstrahlung|bestrahlung|eclairement|radiaci|辐照|輻照|照度/,
  ],
  // The temperature of the module is measured at its back.
  [
    'back',
    /back|rear|ruck|背板|背面|(module|panel|modul)[ _-]*(temp|t\b|c$)|temp.*modul|^t_? ?mod|(组件|組件|模組)[温溫]度/,
  ],
  ['cell', /(cell|zell|string)[ _-]*(temp|t\b|c$)|^t_? ?cell|temperatur|[温溫]度/],
  ['point', /^(point|index|no\.?|nr\.?|#|sample|序号)$/],
  ['curve', /^(curve|curve[ _]?id|sweep|trace|time|timestamp|date[ _]?time|messung)\b/],
  ['power', /power|leistung|puissance|potencia|^p$|^p[ _([]|功率|\bw\]?$/],
  ['voltage', /volt|spannung|tens|电压|電壓|^[uv]\d*$|^[uv][ _([\-.]?\d*|\[v\]|\(v\)/],
  ['current', /current|strom|corr[ei]ente|courant|电流|電流|^i\d*$|^i[ _([\-.]?\d*|amp|\[a\]|\(a\)|\bm?a\)?$/],
  ['mppt', /mppt|tracker/],
  [
    'string',
    /^(string|string[ _]?(id|no|nr|number)|strang([ -]?nr)?|pv|name|kette|chaine|cadena)\b|^[组組]串(?!.*[流压壓])/,
  ],
]

/** Lower case without accents. */
export const plainOf = (name: string) => name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** Whether a temperature is of the air or of another device, not of cells. */
export const isElsewhere = (name: string) =>
  /ambien|\bair\b|umgebung|luft|inverter|cabinet|环境|環境|空气|空氣/.test(name)

/** Null: the column is not used. */
export function columnOf(name: string): Column | null {
  const plain = plainOf(name)
    .trim()
    .replaceAll('_', ' ')
    .replace(/^stc .*/, '')
  if (plain === '') return null
  const kind = ownKind(plain)
  if (!kind) return null
  return {
    kind,
    factor: factorOf(kind, plain),
    number: /(\d+)(?!.*\d)/.exec(plain.replace(/\(.*\)|\[.*\]/, ''))?.[1] ?? null,
  }
}

function ownKind(plain: string): Column['kind'] | null {
  // Figures of the whole curve, not of a point.
  if (/^(isc|voc|pmp|pmax|imp|vmp|ff|fill)/.test(plain)) return null
  const kind = names.find(([, pattern]) => pattern.test(plain))?.[0] ?? null
  return kind === 'cell' && isElsewhere(plain) ? null : kind
}

function factorOf(kind: Column['kind'], plain: string): number {
  if (kind === 'voltage') return /[ ([/]mv\b/.test(plain) ? 1e-3 : /[ ([/]kv\b/.test(plain) ? 1e3 : 1
  if (kind === 'current') return /[ ([/]ma\b/.test(plain) ? 1e-3 : 1
  if (kind === 'irradiance')
    return /kw/.test(plain) ? 1e3 : /suns?\b/.test(plain) ? 1e3 : /mw\/?cm/.test(plain) ? 10 : 1
  return 1
}
