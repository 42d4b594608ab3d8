import { powerFactorOfRaw, powerFactorRegisterOf, rawPowerFactor } from './power-factor-register.ts'

const registerOf = (model: string) => {
  const register = powerFactorRegisterOf(model)
  if (!register) throw new Error(`no register for ${model}`)
  return register
}

test('models with opposite signs have opposite raw values for one power factor, and read them back as the same', () => {
  const [t, h] = [registerOf('PV-60000T'), registerOf('PV-250000H')]
  for (const powerFactor of [0.95, -0.95, 0.8, -0.801]) {
    expect(rawPowerFactor(t, powerFactor)).toBe(-rawPowerFactor(h, powerFactor))
    expect(powerFactorOfRaw(t, rawPowerFactor(t, powerFactor))).toBe(powerFactor)
    expect(powerFactorOfRaw(h, rawPowerFactor(h, powerFactor))).toBe(powerFactor)
  }
  expect(rawPowerFactor(t, 0.95)).toBe(950)
  expect(rawPowerFactor(h, 0.95)).toBe(-950)
})

test('power factors 1 and -1 have the same raw value', () => {
  const h = registerOf('Symo 20.0-3-M')
  expect([rawPowerFactor(h, 1), rawPowerFactor(h, -1)]).toEqual([1000, 1000])
  expect([powerFactorOfRaw(h, 1000), powerFactorOfRaw(h, -1000)]).toEqual([1, 1])
})

test('an unknown model has no power factor register', () => {
  expect(powerFactorRegisterOf('PV10')).toBeNull()
})
