const radians = Math.PI / 180

export const sinDeg = (degrees: number): number => Math.sin(degrees * radians)
export const cosDeg = (degrees: number): number => Math.cos(degrees * radians)
export const acosDeg = (cosine: number): number => Math.acos(clamp(cosine, -1, 1)) / radians
export const atan2Deg = (y: number, x: number): number => Math.atan2(y, x) / radians

export const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)
