import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** Told once; who hears it shows something else. */
  onCrash: (error: unknown) => void
}

/** Keeps a crash while rendering inside its own area. */
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
