import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** Called once, after which another component is to be shown. */
  onCrash: (error: unknown) => void
}

/** Catches errors of rendering within its children. */
export class RenderBoundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onCrash(error)
  }

  override render(): ReactNode {
    return this.state.crashed ? null : this.props.children
  }
}
