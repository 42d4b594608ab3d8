/** Register and encoding of the fixed power factor of an inverter family. */
export interface PowerFactorRegister {
  /** The maker's name of the register. */
  name: string
  /** Raw value of a power factor of 1. */
  perUnit: number
  /** Sign of a raw value that injects reactive power (over-excited); in the portal it is +1. */
  injectSign: 1 | -1
}

/**
 * Registers by model name. The T family's sign is our interpretation: its register documents do not say what a negative
 * value means (CPS-SCA-M V4.16). SunSpec model 123 follows EEI, where over-excited is negative (Fronius manual
 * 42,0410,2049).
 */
const registers: readonly { models: RegExp; register: PowerFactorRegister }[] = [
  { models: /^PV-?\d+T\b/i, register: { name: '0x5031', perUnit: 1000, injectSign: 1 } },
  { models: /^PV-?\d+H\b/i, register: { name: 'SunSpec 123 OutPFSet', perUnit: 1000, injectSign: -1 } },
  {
    models: /\b(?:fronius|symo|primo|tauro|verto|gen24)\b/i,
    register: { name: 'SunSpec 123 OutPFSet', perUnit: 1000, injectSign: -1 },
  },
  { models: /^(?:solaredge )?SE\d/i, register: { name: '0xF002', perUnit: 1000, injectSign: -1 } },
]

/** Null: the model is unknown here; its logger translates the power factor. */
export function powerFactorRegisterOf(model: string): PowerFactorRegister | null {
  return registers.find(({ models }) => models.test(model.trim()))?.register ?? null
}

/** The signed raw value of a power factor (positive injects). */
export function rawPowerFactor({ perUnit, injectSign }: PowerFactorRegister, powerFactor: number): number {
  const raw = Math.round(powerFactor * perUnit) * injectSign
  // At 1 there is no reactive power, and some models refuse -1, so +1 is written.
  return Math.abs(raw) === perUnit ? perUnit : raw
}

/** The power factor (positive injects) of a raw value. */
export function powerFactorOfRaw({ perUnit, injectSign }: PowerFactorRegister, raw: number): number {
  return Math.abs(raw) === perUnit ? 1 : (raw * injectSign) / perUnit
}
