/** Degrees; north and east are positive. */
export interface Position {
  latitude: number
  longitude: number
}

export interface MapPoint extends Position {
  id: string
  label: string
  /** Second line of the label, for example a figure with its unit. */
  note?: string
  tone: 'good' | 'bad' | 'warn' | 'idle'
  href?: string
}

/** Texts of every map. */
export interface MapTexts {
  zoomIn: string
  zoomOut: string
  /** Shows all points. */
  fit: string
  /** Name of a cluster of n points. */
  cluster: (count: number) => string
  /** Shown when the outline of the land could not be fetched. */
  failed: string
}
