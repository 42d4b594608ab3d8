import type { Climate } from '../physics/weather.ts'

/** Rounded monthly normals of the named places; turbidity and cloud cover typical of the climate. */
export const climates = {
  /** Changhua coast: humid subtropical, monsoon summers, windy winters. */
  subtropicalCoast: {
    meanC: [16.5, 17, 19.5, 23.2, 26.3, 28.2, 29, 28.7, 27.6, 25.1, 21.9, 18.2],
    swingC: 3.6,
    turbidity: [3.8, 4, 4.3, 4.6, 4.6, 4.4, 4.2, 4.2, 4.2, 4.1, 3.9, 3.7],
    cloudCover: [0.5, 0.55, 0.55, 0.55, 0.55, 0.5, 0.42, 0.45, 0.42, 0.36, 0.42, 0.46],
    afternoonCloud: 0.7,
    windMs: 4.2,
  },
  /** Petrolina: hot semi-arid, dry from May to October. */
  semiArid: {
    meanC: [27.5, 27.2, 27, 26.6, 25.9, 24.8, 24.4, 25.3, 27, 28.5, 28.6, 28],
    swingC: 5.4,
    turbidity: [3.6, 3.6, 3.5, 3.3, 3.1, 3, 2.9, 3, 3.2, 3.4, 3.5, 3.6],
    cloudCover: [0.42, 0.42, 0.42, 0.38, 0.34, 0.32, 0.3, 0.22, 0.2, 0.24, 0.3, 0.36],
    afternoonCloud: 0.9,
    windMs: 3.4,
  },
  /** Dunhuang: cold desert at 1,140 m, dust in spring. */
  coldDesert: {
    meanC: [-8.3, -3, 5, 13, 19, 23.6, 25.2, 23.6, 17.6, 9.6, 0.8, -6.6],
    swingC: 7.4,
    turbidity: [2.6, 2.8, 3.6, 4, 3.9, 3.6, 3.4, 3.2, 3, 2.7, 2.6, 2.5],
    cloudCover: [0.22, 0.26, 0.34, 0.34, 0.32, 0.32, 0.3, 0.26, 0.2, 0.16, 0.18, 0.22],
    afternoonCloud: 0.3,
    windMs: 2.6,
  },
  /** Freiburg: temperate, dull winters. */
  temperate: {
    meanC: [2, 3.2, 7, 10.9, 15.1, 18.6, 20.5, 20.2, 15.7, 11.2, 6, 2.9],
    swingC: 4.4,
    turbidity: [2.5, 2.7, 3.1, 3.4, 3.6, 3.7, 3.7, 3.6, 3.3, 3, 2.7, 2.5],
    cloudCover: [0.72, 0.67, 0.6, 0.55, 0.55, 0.5, 0.46, 0.46, 0.5, 0.6, 0.7, 0.74],
    afternoonCloud: 0.2,
    windMs: 2.4,
  },
  /** Arava: hot desert, almost no cloud in summer. */
  hotDesert: {
    meanC: [14.6, 16.4, 20, 24.4, 28.6, 31.6, 33.4, 33.3, 30.7, 26.8, 20.8, 16],
    swingC: 6.6,
    turbidity: [2.8, 3, 3.4, 3.7, 3.8, 3.6, 3.6, 3.6, 3.4, 3.3, 3, 2.8],
    cloudCover: [0.24, 0.24, 0.22, 0.2, 0.14, 0.04, 0.03, 0.03, 0.05, 0.12, 0.16, 0.22],
    afternoonCloud: 0,
    windMs: 3,
  },
  /** San Luis Valley: high, dry, thunderclouds on summer afternoons. */
  highPlateau: {
    meanC: [-8.6, -4.6, 1.6, 6, 11, 16.2, 18.6, 17.4, 13, 6.4, -1.2, -8],
    swingC: 8.8,
    turbidity: [2, 2.1, 2.3, 2.5, 2.6, 2.6, 2.8, 2.7, 2.4, 2.2, 2, 2],
    cloudCover: [0.26, 0.28, 0.32, 0.32, 0.3, 0.22, 0.34, 0.32, 0.22, 0.2, 0.24, 0.26],
    afternoonCloud: 1.1,
    windMs: 3.2,
  },
} as const satisfies Record<string, Climate>
