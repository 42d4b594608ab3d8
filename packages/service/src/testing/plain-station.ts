/** The body of a new station with the required fields only. */
export const plainStation = {
  name: 'Plant',
  installedOn: '2020-01-01',
  capacityKwp: 10,
  energyBaseKwh: 0,
  temperatureCoefficient: 0,
  description: '',
  latitude: 0,
  longitude: 0,
  timeZone: 'UTC',
  address: '',
  price: 0,
  currency: 'EUR',
  sortNumber: 0,
}
