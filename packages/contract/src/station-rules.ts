/** Serial of a logger: 13 to 32 letters, digits and dashes (specification, section 5). */
export const loggerSerialPattern = '^[A-Za-z0-9-]{13,32}$'
export const deviceSerialPattern = '^[A-Za-z0-9-]{4,32}$'

/** Limits of a station that service and form share; the schemas of StationInput and TariffInput use them. */
export const stationRules = {
  name: { minLength: 1, maxLength: 80 },
  /** Rated DC capacity, kWp. */
  capacityKwp: { exclusiveMinimum: 0, maximum: 1_000_000 },
  /** kWh. */
  energyBaseKwh: { minimum: 0 },
  /** 1/degC. */
  temperatureCoefficient: { minimum: -0.02, maximum: 0 },
  description: { maxLength: 1000 },
  latitude: { minimum: -90, maximum: 90 },
  longitude: { minimum: -180, maximum: 180 },
  address: { maxLength: 200 },
  /** Per kWh; zero and negative are allowed. */
  rate: { minimum: -100, maximum: 100 },
  sortNumber: { minimum: 0, maximum: 1_000_000 },
  caseNumber: { maxLength: 40 },
  /** Maximum number of rates that one form adds, changes or removes. */
  ratesInForm: 100,
  /** kg CO2 per kWh. */
  co2Factor: { minimum: 0, maximum: 3 },
  co2Year: { minimum: 1990, maximum: 2100 },
  co2Source: { minLength: 1, maxLength: 200 },
} as const
