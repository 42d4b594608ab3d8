import { encode } from 'uqr'
import styles from './form.module.css'

interface QrCodeProps {
  /** The encoded text. */
  text: string
  label: string
  /** Side in px, the quiet margin included. */
  size?: number
}

/** A QR code; dark on light in both themes, since not every camera app reads inverted codes. */
export default function QrCode({ text, label, size = 192 }: QrCodeProps) {
  const { data } = encode(text, { ecc: 'M', border: 3 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter(Boolean)
    .join('')
  return (
    <svg
      className={styles['qr']}
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${data.length} ${data.length}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
