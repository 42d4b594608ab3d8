/** Site and module orientation: models 304 to 306, which the Alliance's files beside this one lack. */
const head = [
  { name: 'ID', type: 'uint16', size: 1 },
  { name: 'L', type: 'uint16', size: 1 },
]
const angle = (name: string) => ({ name, type: 'int32', size: 2, sf: -2 })
const degrees = (name: string) => ({ name, type: 'int32', size: 2, sf: -7 })
const word = (name: string) => ({ name, type: 'uint16', size: 1 })

export const inclinometer = {
  id: 304,
  group: { points: head, groups: [{ count: 0, points: [angle('Inclx'), angle('Incly'), angle('Inclz')] }] },
}

export const location = {
  id: 305,
  group: {
    points: [
      ...head,
      { name: 'Tm', type: 'string', size: 6 },
      { name: 'Date', type: 'string', size: 4 },
      { name: 'Loc', type: 'string', size: 20 },
      degrees('Lat'),
      degrees('Long'),
      { name: 'Alt', type: 'int32', size: 2 },
    ],
  },
}

/**
 * The definition gives its current, voltage and temperature in W/m2, evidently a mistake: only the irradiance is read.
 */
export const referencePoint = {
  id: 306,
  group: { points: [...head, word('GHI'), word('A'), word('V'), word('Tmp')] },
}
