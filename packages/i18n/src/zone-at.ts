/**
 * IANA name of the time zone at a place (degrees), for a form to propose; on the sea a nautical one such as `Etc/GMT+2`.
 * The map of the zones comes as a file of its own, where somebody asks.
 */
export async function zoneAt(latitude: number, longitude: number): Promise<string> {
  const { default: lookUp } = await import('@photostructure/tz-lookup')
  return lookUp(latitude, longitude)
}
