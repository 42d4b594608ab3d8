import { energyUnits, powerUnits, type SensorName, sensorNames, sensorUnits, type Unit } from '../cell/units.ts'
import { unitNamed } from '../cell/units.ts'
import { deviceQuantities } from '../plan.ts'

/** Kinds of columns. */
export const columnKinds = ['ignore', ...deviceQuantities, ...sensorNames] as const
export type ColumnKind = (typeof columnKinds)[number]

const isSensor = (kind: ColumnKind): kind is SensorName => (sensorNames as readonly string[]).includes(kind)

/** Units that a column of this kind may have. */
export function unitsOf(kind: ColumnKind): readonly Unit[] {
  if (kind === 'ignore') return []
  if (isSensor(kind)) return sensorUnits[kind]
  return kind === 'power' || kind === 'dcPower' ? powerUnits : energyUnits
}

/** Measures of light, wind and weather that are not imported, and consumption of a house. */
const others =
  /diffus|\bd[hn]i\b|direct normal|direction|richtung|rain|precip|niederschlag|snow|albedo|cloud|humid|feucht|press|druck|湿度|濕度|气压|氣壓|powerwall|散射|直射|风向|風向|降雨|降水|direção|chuva|^(home|house|household|haus|haushalt)\s*([([]|$)/i

/** DC, before the inverter; CC in Portuguese and other Romance languages. */
const direct = /(^|[^\p{L}])(dc|cc|mppt)(?![\p{L}/])|直流/iu
/** One tracker or string, not the whole inverter. */
const partOfDirect = /\b(mppt|tracker|string|strang|组串|組串)[ _-]*\d/i

const words = {
  ignore:
    /meter|grid|zähler(?!stand)|einspeis|netz|电表|電表|上网|上網|bezug|import|export|consum|verbrauch|\bload|负载|負載|用电|用電|soc|batter|储能|儲能|\b(dis)?charg|volt|spannung|current(?![ _-](power|prod))|strom|电压|电流|電壓|電流|freq|status|error|fehler|humid|压力|pressure|theor|forecast|peak|revenue|reactive|apparent|\bpac ?[rst]\b|无功|無功/i,
  dcPower:
    /\bp[_ ]?dc\b|\bpdc|\bppv|\bpv[ _-]?input|input power|输入功率|輸入功率|eingangsleistung|(array|string|mppt|tracker)[ _-]*(power|leistung)/i,
  horizontalWm2: /^(?!.*(tilt|inclin|\bpoa|plane of|geneigt|modulebene|倾斜|傾斜|斜面)).*(ghi|horizont|global|水平)/i,
  irradianceWm2:
    /irrad|radiation|\bpoa|_poa|einstrahl|strahlung|辐照|輻照|辐射|輻射|irradi|pyranometer|solarimeter|w\/m/i,
  moduleC: /(mod|panel|cell|zell|组件|組件|painel).*(temp|°c|deg|温|溫)|(temp|温|溫).*(mod|panel|cell|zell|组件|組件)/i,
  ambientC:
    /(amb|air|aussen|außen|umgebung|dry bulb|outside|outdoor|环境|環境).*(temp|°c|deg|温|溫|dry)?|(temp.*(amb|air|aussen|außen))|(weather.*temp)/i,
  windMs: /wind|风速|風速|vento/i,
  energyTotal:
    /(total|lifetime|counter|gesamt|累计|累計|总|總|acumul).*(energ|ertrag|yield|wh|电量|電量|发电|發電|geração)|(energ|ertrag|yield|wh|电量|電量|发电量|發電量).*(total|lifetime|counter|gesamt|累计|累計|acumul)|zählerstand|e-?total/i,
  energyToday:
    /(today|daily|day|tages|heute|当日|當日|今日|日发|日發|hoje|diári).*(energ|ertrag|yield|wh|电量|電量|发电|發電)?|(energ|ertrag|yield).*(today|daily|day|tag|heute)|e-?today|e-?day/i,
  energy: /energ|ertrag|yield|电量|電量|发电量|發電量|\b[km]?wh\b|generation|geração/i,
  power: /power|leistung|功率|potência|potencia|\bpac\b|p_ac|ac_p|\b[km]?w\b|watt|^p\d*$/i,
} as const satisfies Partial<Record<ColumnKind, RegExp>>

const sensorsFirst = ['moduleC', 'ambientC', 'windMs', 'horizontalWm2', 'irradianceWm2'] as const

/** Units of quantities that are not imported. */
const foreignUnit =
  /[([]\s*(m?[VA]|k?VA|k?var|Hz|%|[kM]?Wh\/(m2|kWp?)|MJ\/m2|h|min|k?g|t|[kM]?Ω|[€$¥元]|EUR|USD|GBP|CNY|BRL)\s*[)\]]/i

/** The kind of a column by heading and unit; null: unknown. */
export function kindOf(heading: string, unit: Unit | null): ColumnKind | null {
  // Column names join words by `_`, which counts as a word character in patterns.
  const text = heading.replaceAll(/[_-]+/g, ' ')
  const fits = (kind: keyof typeof words) => words[kind].test(heading) || words[kind].test(text)
  if (foreignUnit.test(heading) || others.test(text)) return 'ignore'
  if (direct.test(text) || partOfDirect.test(text)) return directKind(text, unit)
  const allows = (kind: ColumnKind) => unit === null || unitsOf(kind).includes(unit)
  for (const kind of sensorsFirst) if (fits(kind) && allows(kind)) return kind
  if (fits('ignore')) return 'ignore'
  for (const kind of ['dcPower', 'energyTotal', 'energyToday', 'energy', 'power'] as const) {
    if (fits(kind) && allows(kind)) return kind
  }
  if (unit === null) return null
  if ((powerUnits as readonly Unit[]).includes(unit)) return 'power'
  if ((energyUnits as readonly Unit[]).includes(unit)) return 'energy'
  return unit === 'W/m2' || unit === 'kW/m2' ? 'irradianceWm2' : null
}

/** Kind of a DC column. DC energy is not energy that the inverter produced, so it is ignored. */
function directKind(text: string, unit: Unit | null): ColumnKind {
  const isPower = unit === null ? words.power.test(text) || words.dcPower.test(text) : unitsOf('dcPower').includes(unit)
  const isEnergy = words.energy.test(text) || words.energyTotal.test(text)
  return isPower && !isEnergy && !partOfDirect.test(text) && !words.ignore.test(text) ? 'dcPower' : 'ignore'
}

/** The unit in a heading: in brackets, alone, or at the end; null: none. */
export function unitIn(heading: string): Unit | null {
  const named =
    unitNamed(heading) ??
    heading
      .split(' · ')
      .map(unitNamed)
      .find((unit) => unit !== null)
  if (named) return named
  const plain = heading.replace('²', '2').replace('W/m^2', 'W/m2')
  const [, inside] = /[([]\s*([^()[\]]+?)\s*[)\]]/.exec(plain) ?? []
  const last = inside ?? /(?:^|[\s_/,.-])(k?W\/m2|[kM]?Wh|[kM]?W|m\/s|km\/h)$/.exec(plain)?.[1]
  return last === undefined ? null : unitNamed(last)
}

/** The unit that fits the maximum of a column; null: undecided. `ratedW`: rated power of its device. */
export function unitBySize(kind: ColumnKind, most: number, ratedW: number | null): Unit | null {
  if (kind === 'ambientC' || kind === 'moduleC') return most > 200 ? 'K' : most > 75 ? null : 'C'
  if (kind === 'irradianceWm2' || kind === 'horizontalWm2') return most > 20 ? 'W/m2' : most > 0 ? 'kW/m2' : null
  if (kind === 'windMs') return most < 35 ? 'm/s' : null
  if ((kind !== 'power' && kind !== 'dcPower') || ratedW === null || most <= 0) return null
  // The maximum of a working plant lies between a twentieth and one and a half of its rated power.
  const fits = powerUnits.filter((unit) => {
    const share = (most * { W: 1, kW: 1000, MW: 1_000_000 }[unit]) / ratedW
    return share > 0.05 && share < 1.5
  })
  return fits.length === 1 ? (fits[0] ?? null) : null
}
