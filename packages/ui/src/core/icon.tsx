import { cx } from './class-names.ts'
import { iconPaths, mirroredIcons, type IconName } from './icon-paths.ts'
import styles from './icon.module.css'

interface IconProps {
  name: IconName
  /** px */
  size?: number
  /** Read aloud; without a label the icon is decoration. */
  label?: string
  className?: string | undefined
}

/** A 24-grid line icon in the colour of the text; arrows are mirrored in right-to-left layouts. */
export function Icon({ name, size = 16, label, className }: IconProps) {
  return (
    <svg
      className={cx(styles['icon'], mirroredIcons.has(name) && styles['mirrored'], className)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size >= 20 ? 1.6 : 1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}

/** Whether a string is the name of an icon. Menus arrive as data, so their icon names are checked at run time. */
export const isIconName = (name: string): name is IconName => Object.hasOwn(iconPaths, name)

export type { IconName }
