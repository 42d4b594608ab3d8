import { paths } from '@helioport/contract'

/** Address of the list of stations that need a person. */
export const needingStations = `${paths.stationList()}?status=attention`
