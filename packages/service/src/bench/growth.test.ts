import { type Coefficients, growth, largestOn, usualAssumptions } from './growth.ts'

const measured: Coefficients = {
  serviceMsPerFrame: 0.5,
  databaseMsPerFrame: 1,
  walBytesPerFrame: 1_000,
  bytesPerSample: 200,
  bytesPerDeviceDay: 1_000,
  serviceMsPerPage: 10,
  databaseMsPerPage: 20,
}

test('the needs of a fleet grow with its size and equal the values computed by hand', () => {
  const need = growth(100_000, measured)
  // 100,000 × 288 a day × 1.2; 33,333 owners × 2 pages an hour.
  expect(need.framesPerSecond).toBeCloseTo(400, 6)
  expect(need.pagesPerSecond).toBeCloseTo(18.52, 2)
  expect(need.serviceCores).toBeCloseTo(0.4 * 0.5 + 0.01852 * 10, 2)
  expect(need.databaseCores).toBeCloseTo(0.4 * 1 + 0.01852 * 20, 2)
  expect(need.walBytesPerSecond).toBeCloseTo(400_000, 3)
  expect(need.bytes).toBeCloseTo(100_000 * (288 * 90 * 200 + 3_650 * 1_000), -6)
  expect(need).toMatchObject({ serviceNodes: 2, databaseNodes: 2, limit: 'processor' })

  const ten = growth(1_000_000, measured)
  expect(ten.serviceCores / need.serviceCores).toBeCloseTo(10, 6)
  // 8.8 TB do not fit on one machine: nine workers and a coordinator, each with a standby.
  expect(ten).toMatchObject({ limit: 'disk', databaseNodes: 20 })
  expect(ten.costPerMonth).toBeCloseTo((20 + ten.serviceNodes) * 80 + 2 * 8.834 * 40, 0)
})

test('the largest fleet of a machine uses its processor up to the permitted share', () => {
  const inverters = largestOn(2, measured)
  const { serviceCores, databaseCores } = growth(inverters, measured)
  expect(serviceCores + databaseCores).toBeCloseTo(2 * usualAssumptions.fill, 3)
})
