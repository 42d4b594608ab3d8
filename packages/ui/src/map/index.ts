export { PointMap } from './point-map.tsx'
export { PositionPicker } from './position-picker.tsx'
export type { MapPoint, MapTexts, Position } from './types.ts'
