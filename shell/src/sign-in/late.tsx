import { type ComponentType, lazy } from 'react'
import { ErrorPage } from '../errors/error-page.tsx'

/** A page that is loaded when opened; the error page if that fails. */
export const late = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() }
    } catch {
      return { default: () => <ErrorPage status={500} /> }
    }
  })
