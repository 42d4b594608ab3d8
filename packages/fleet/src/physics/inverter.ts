import type { Setting, SettingKind } from '@helioport/contract'
import { clamp } from './angle.ts'
import { activeBeside, reactivePower } from './reactive.ts'

/** Electrical capabilities of an inverter model. */
export interface InverterModel {
  name: string
  ratedPowerW: number
  /** Maximum apparent power, VA. */
  apparentVA: number
  mpptCount: number
  /** Number of strings per tracker. */
  stringsPerMppt: number
  /** DC start voltage, and the voltage range of its trackers, V. */
  startVoltageV: number
  mpptLowV: number
  mpptHighV: number
  /** Nominal phase-to-neutral voltage of its AC side, V. */
  phaseVoltageV: number
  /** Own consumption while awake without sun, W. */
  standbyW: number
  supportsReactivePower: boolean
  /** Supported settings. */
  controls: readonly SettingKind[]
  /** Sign of a raw register value that injects reactive power. */
  injectSign: 1 | -1
  supportsIvScan: boolean
}

/** Loss = a0·Pr + a1·Pdc + a2·Pdc²/Pr: about 98.6 % peak efficiency, as in datasheets of this class. */
const [lossFixed, lossLinear, lossSquare] = [0.0018, 0.0055, 0.0062]

/** AC power (W) from DC power (W) before any limit. */
export function acFromDc(dcW: number, ratedW: number): number {
  return dcW - lossFixed * ratedW - lossLinear * dcW - (lossSquare * dcW * dcW) / ratedW
}

/** The DC power for an AC power: the lower root of the same equation. */
export function dcFromAc(acW: number, ratedW: number): number {
  const b = 1 - lossLinear
  const c = acW + lossFixed * ratedW
  const a = lossSquare / ratedW
  return (b - Math.sqrt(Math.max(b * b - 4 * a * c, 0))) / (2 * a)
}

/**
 * Cabinet temperature above ambient, K: without load, and in addition at full load with all fans (`fan` 1) or none (0).
 */
const idleRiseC = 5
const loadRiseC = (fan: number) => 24 + 26 * (1 - fan)

/** Cabinet temperature, degC, at a load of 0 to 1. */
export function cabinetTemperature(ambientC: number, load: number, fan: number): number {
  return ambientC + idleRiseC + loadRiseC(fan) * load
}

const deratingStartC = 70
const deratingPerK = 0.025

/**
 * Share of rated power at which heating and derating balance: the load L for which L = 1 - deratingPerK·(cabinet at L -
 * deratingStartC). Over 1: no derating.
 */
export function thermalShare(ambientC: number, fan: number): number {
  const share = (1 - deratingPerK * (ambientC + idleRiseC - deratingStartC)) / (1 + deratingPerK * loadRiseC(fan))
  return clamp(share, 0.2, 2)
}

export interface AcPoint {
  acW: number
  dcW: number
  reactiveVar: number
  cabinetC: number
  /** The limit that reduced the output. */
  limit: 'none' | 'rated' | 'apparent' | 'thermal' | 'command'
}

/**
 * AC side of the inverter at a DC power of `dcW`, the maximum of its strings. Limits in order: conversion, rated power,
 * apparent power with the set reactive power, temperature, commanded share. `voltageShare`: share of nominal voltage.
 */
export function invert(
  model: InverterModel,
  dcW: number,
  ambientC: number,
  reactive: Setting,
  powerShare: number,
  fan: number,
  voltageShare = 1,
): AcPoint {
  const rated = model.ratedPowerW
  const wished = Math.max(acFromDc(dcW, rated), 0)
  const apparent = activeBeside(wished, reactive, model, voltageShare)
  const thermal = rated * thermalShare(ambientC, fan)
  const command = rated * powerShare
  const allowed = Math.min(rated, apparent, thermal, command)
  const acW = Math.min(wished, allowed)
  const limit =
    wished <= allowed
      ? 'none'
      : allowed === command && powerShare < 1
        ? 'command'
        : allowed === rated
          ? 'rated'
          : allowed === thermal
            ? 'thermal'
            : 'apparent'
  return {
    acW,
    dcW: limit === 'none' ? dcW : dcFromAc(acW, rated),
    reactiveVar: reactivePower(acW, reactive, model, voltageShare),
    cabinetC: cabinetTemperature(ambientC, acW / rated, fan),
    limit,
  }
}
