import { sunspecImage, threePhase } from './images.ts'
import { startModbusDevice } from './modbus-device.ts'

/** A SunSpec inverter of 10 kW to try the gateway with: `node src/testing/example-inverter.ts [PORT]`. */
const image = sunspecImage(threePhase())
const units = new Map([[1, { holding: image, input: new Map<number, number>() }]])
const { port } = await startModbusDevice(units, Number(process.argv[2] ?? 0))
process.stdout.write(`sunspec=127.0.0.1:${port}\n`)
