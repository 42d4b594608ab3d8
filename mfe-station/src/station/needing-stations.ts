import { paths } from '@helioport/contract'

/** The list of those that need a person. */
export const needingStations = `${paths.stationList()}?status=attention`
