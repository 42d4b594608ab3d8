import type { ModelFacts } from './register-map.ts'

const names: Readonly<Record<number, string>> = {
  9067: 'STP 10000TL-10',
  9068: 'STP 12000TL-10',
  9069: 'STP 15000TL-10',
  9070: 'STP 17000TL-10',
  9098: 'STP 5000TL-20',
  9099: 'STP 6000TL-20',
  9284: 'STP 20000TL-30',
  9285: 'STP 25000TL-30',
  9319: 'SB3.0-1AV-40',
  9320: 'SB3.6-1AV-40',
  9321: 'SB4.0-1AV-40',
  9322: 'SB5.0-1AV-40',
  9336: 'STP 15000TL-30',
  9337: 'STP 17000TL-30',
  9338: 'STP50-40',
  9344: 'STP4.0-3AV-40',
  9345: 'STP5.0-3AV-40',
  9346: 'STP6.0-3AV-40',
  9347: 'STP8.0-3AV-40',
  9348: 'STP10.0-3AV-40',
  9366: 'STP3.0-3AV-40',
  9401: 'SB3.0-1AV-41',
  9402: 'SB3.6-1AV-41',
  9403: 'SB4.0-1AV-41',
  9404: 'SB5.0-1AV-41',
  9405: 'SB6.0-1AV-41',
  9431: 'STP50-41',
  19050: 'STP8.0-3SE-40',
  19051: 'STP10.0-3SE-40',
}

/** Models with more inputs than the register list covers. */
const inputsOf: Readonly<Record<number, number>> = { 9338: 6, 9431: 6 }

/** By model number of the maker's list. */
export const smaModels: Readonly<Record<number, ModelFacts>> = Object.fromEntries(
  Object.entries(names).map(([code, name]) => {
    const inputs = inputsOf[Number(code)]
    return [code, { name, ...(inputs !== undefined && { inputs }) }]
  }),
)
