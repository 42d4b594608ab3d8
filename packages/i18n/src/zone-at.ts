/**
 * IANA time zone at a position (degrees), as a proposal for a form; at sea a nautical one such as `Etc/GMT+2`. The zone
 * map is a separate chunk, loaded on demand.
 */
export async function zoneAt(latitude: number, longitude: number): Promise<string> {
  const { default: lookUp } = await import('@photostructure/tz-lookup')
  return lookUp(latitude, longitude)
}
