import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** Called once; the caller then renders another component. */
  onCrash: (error: unknown) => void
}

/** Catches render errors of its children. */
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
