import type { MouseEventHandler, ReactNode, Ref } from 'react'
import { cx } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './button.module.css'

export type ButtonKind = 'primary' | 'default' | 'text' | 'danger'
export type ButtonSize = 's' | 'm' | 'l'

interface LookProps {
  /** At most one primary button per view. */
  kind?: ButtonKind
  size?: ButtonSize
  icon?: IconName
  /** Icon after the text, for example an arrow. */
  iconAfter?: IconName
  /** As wide as its container. */
  block?: boolean
}

export interface ButtonProps extends LookProps {
  children: ReactNode
  type?: 'button' | 'submit'
  /** While true, the button ignores clicks and keeps its width. */
  busy?: boolean
  disabled?: boolean
  /** Makes it a toggle button. */
  pressed?: boolean
  onClick?: MouseEventHandler<HTMLButtonElement>
  /** Name for screen readers if the text alone is not enough. */
  label?: string
  ref?: Ref<HTMLButtonElement>
}

const look = ({ kind = 'default', size = 'm', block }: LookProps, bare = false) =>
  cx(styles['button'], styles[kind], styles[size], block && styles['block'], bare && styles['bare'])

const content = ({ icon, iconAfter }: LookProps, children: ReactNode) => (
  <>
    {icon && <Icon name={icon} />}
    <span className={styles['content']}>{children}</span>
    {iconAfter && <Icon name={iconAfter} />}
  </>
)

export function Button({
  children,
  type = 'button',
  busy = false,
  disabled,
  pressed,
  onClick,
  label,
  ref,
  ...rest
}: ButtonProps) {
  return (
    <button
      ref={ref}
      type={type}
      className={look(rest)}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-pressed={pressed}
      aria-label={label}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {content(rest, children)}
    </button>
  )
}

interface LinkButtonProps extends LookProps {
  children: ReactNode
  /** `#/station/list`, or a full address. */
  href: string
  onClick?: MouseEventHandler<HTMLAnchorElement>
  target?: '_blank'
}

/** A link that looks like a button. */
export function LinkButton({ children, href, onClick, target, ...rest }: LinkButtonProps) {
  return (
    <a className={look(rest)} href={href} onClick={onClick} {...(target ? { target, rel: 'noreferrer' } : {})}>
      {content(rest, children)}
    </a>
  )
}

interface IconButtonProps {
  icon: IconName
  /** Says what the button does; read aloud and shown on hover. */
  label: string
  size?: ButtonSize
  kind?: ButtonKind
  pressed?: boolean
  disabled?: boolean
  onClick?: MouseEventHandler<HTMLButtonElement>
  href?: string
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({
  icon,
  label,
  size = 'm',
  kind = 'text',
  pressed,
  disabled,
  onClick,
  href,
  ref,
}: IconButtonProps) {
  const name = look({ kind, size }, true)
  if (href !== undefined) {
    return (
      <a className={name} href={href} aria-label={label} title={label}>
        <Icon name={icon} size={18} />
      </a>
    )
  }
  return (
    <button
      ref={ref}
      type="button"
      className={name}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} size={18} />
    </button>
  )
}
