import type { ShowTexts } from './show-texts.ts'

export const showTexts: ShowTexts = {
  news: [
    {
      title: 'Welcome to Helioport',
      body: 'Your plants report every five minutes. The dashboard says what needs you; every alarm names its cause, what to do, and what it costs.\n\nManuals of your inverters stand under Downloads.',
    },
    {
      title: 'IV scans find what the day curve hides',
      body: 'An IV scan measures the curve of each string in about ten minutes. Best results come above 500 W/m² with a steady sky. A string that differs from its siblings is named, with what it loses.',
    },
    {
      title: 'Sharing a plant ends on the day that you choose',
      body: 'Give your installer the rights that he needs, until a day that you name. You can change both at any time; what was done with them stands in the operation log.',
    },
  ],
  film: {
    title: 'A day on the roof (film)',
    body: 'Twelve seconds from sunrise to sunset, with the power that comes of it.',
  },
  manual: {
    title: (model) => `Manual of the inverter ${model}`,
    about: 'This manual belongs to a virtual inverter. What it says of alarms is what the portal says of them.',
    ratings: 'Ratings',
    ratedPower: 'Rated power',
    trackers: 'MPP trackers',
    strings: 'Strings',
    powerFactor: 'Fixed power factor',
    ivScan: 'IV scan',
    yes: 'yes',
    no: 'no',
    safety: 'Safety',
    safetyText: [
      'Work on the DC side is for electricians. Strings are live as long as there is light.',
      'Switch off AC first, then DC; wait ten minutes before you open the cover.',
    ],
    start: 'Start',
    startText: [
      'Close the DC switch, then the AC breaker.',
      'The inverter measures the grid for one to five minutes before it feeds in.',
      'Enter its serial number in the portal; the first values come within five minutes.',
    ],
    care: 'Care',
    careText: ['Clean the air inlets twice a year.', 'Look at cable glands and connectors once a year.'],
    codes: 'Alarm codes',
    cause: 'Cause',
    remedy: 'What to do',
  },
}
